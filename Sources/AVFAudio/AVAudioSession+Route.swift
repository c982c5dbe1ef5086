import AudioSession

/// Where sound comes from and goes: as somebody reported it to the daemon, which owns no route.
extension AVAudioSession {
  /// The route as the daemon knows it; **one request a read**, waited for at most a second.
  ///
  /// Empty if nobody has reported a route, or no answer comes.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(freshRoute ?? Route())
  }

  /// The inputs of the route, for there are no others to choose from; one request a read.
  ///
  /// Nil in a category without input.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    status.category.hasInput ? currentRoute.inputs : nil
  }

  /// Whether the route has an input; one request a read.
  public var isInputAvailable: Bool { !currentRoute.inputs.isEmpty }

  /// Inert on Linux: the input that was wished for last.
  public var preferredInput: AVAudioSessionPortDescription? { hardware.preferredInput }

  /// Inert on Linux: keeps the wish for an input; which one is used is the sound server's matter.
  ///
  /// - Parameter input: The input, nil for none in particular.
  /// - Throws: Nothing.
  public func setPreferredInput(_ input: AVAudioSessionPortDescription?) throws {
    change { $0.preferredInput = input }
  }

  /// Inert on Linux: keeps where the output should be sent; the sound server doesn't hear of it.
  ///
  /// - Parameter override: The loudspeaker, or where the category says.
  /// - Throws: ``ErrorCode/badParam`` in another category than `playAndRecord`, as Apple has it.
  public func overrideOutputAudioPort(_ override: PortOverride) throws {
    guard override == .none || status.category == .playAndRecord else {
      throw AVAudioSession.error(.badParam, "expected the category playAndRecord")
    }
    change { $0.override = override }
  }

  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Inert on Linux: there are no data sources, so that only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``ErrorCode/badParam`` for a data source.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }

  /// Inert on Linux: there are no data sources, so that only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``ErrorCode/badParam`` for a data source.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }
}

extension AVAudioSessionRouteDescription {
  convenience init(_ route: Route) {
    self.init(
      inputs: route.inputs.map(AVAudioSessionPortDescription.init),
      outputs: route.outputs.map(AVAudioSessionPortDescription.init)
    )
  }
}

extension AVAudioSessionPortDescription {
  convenience init(_ port: AudioSession.Port) {
    self.init(portType: .init(rawValue: port.type), portName: port.name, uid: port.id)
  }
}
