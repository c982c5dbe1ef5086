import AudioSession

/// The audio route, as it was reported to the daemon, which doesn't control it.
extension AVAudioSession {
  /// The current route; **each access is a request** of 1 second at most.
  ///
  /// Empty if no route has been reported, or the daemon doesn't reply.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(freshRoute ?? Route())
  }

  /// The available inputs, which are those of the current route; each access is a request.
  ///
  /// Nil in a category that doesn't record.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    status.category.hasInput ? currentRoute.inputs : nil
  }

  /// Whether the route has an input; each access is a request.
  public var isInputAvailable: Bool { !currentRoute.inputs.isEmpty }

  /// No effect on Linux: the preferred input.
  public var preferredInput: AVAudioSessionPortDescription? { hardware.preferredInput }

  /// No effect on Linux: stores a preferred input, as a wish.
  ///
  /// Nobody but the sound server chooses the input.
  ///
  /// - Parameter input: The input; nil for no preference.
  /// - Throws: Never.
  public func setPreferredInput(_ input: AVAudioSessionPortDescription?) throws {
    change { $0.preferredInput = input }
  }

  /// No effect on Linux: stores an override of the output port, as a wish.
  ///
  /// Nobody but the sound server moves the sound. If it goes to a loudspeaker as the route was reported,
  /// a change is posted as ``routeChangeNotification`` with the reason ``RouteChangeReason/override``,
  /// soon after this method has returned; the previous route is the present one.
  ///
  /// - Parameter override: The port; `none` to remove the override.
  /// - Throws: ``ErrorCode/badParam`` in any category but `playAndRecord`, as with Apple.
  public func overrideOutputAudioPort(_ override: PortOverride) throws {
    guard override == .none || status.category == .playAndRecord else {
      throw AVAudioSession.error(.badParam, "expected the category playAndRecord")
    }
    var isOther = false
    change {
      isOther = $0.override != override
      $0.override = override
    }
    if isOther { post(.overrideChanged) }
  }

  /// Always nil on Linux: the daemon has no data sources.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Always nil on Linux: the daemon has no data sources.
  public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Always nil on Linux: the daemon has no data sources.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Always nil on Linux: the daemon has no data sources.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// No effect on Linux: there are no data sources, so only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``ErrorCode/badParam`` for any other value.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }

  /// No effect on Linux: there are no data sources, so only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``ErrorCode/badParam`` for any other value.
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
  convenience init(_ port: Route.Port) {
    self.init(portType: .init(rawValue: port.type), portName: port.name, uid: port.id)
  }
}
