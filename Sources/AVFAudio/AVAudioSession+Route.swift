import AudioSession

/// The audio route, as it was reported to the daemon, which doesn't control it.
extension AVAudioSession {
  /// The current route; **each access is a request** of 1 second at most.
  ///
  /// If the audio agent runs, the program's own wishes are part of it. Empty if no route has been
  /// reported, or the daemon doesn't reply.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription((freshRoute ?? Route()).directed(by: status))
  }

  /// The available inputs; each access is a request.
  ///
  /// Without the audio agent they are those of the current route. Nil in a category that doesn't record.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    status.category.hasInput
      ? (freshRoute ?? Route()).availableInputs.map(AVAudioSessionPortDescription.init) : nil
  }

  /// Whether there is an input; each access is a request.
  public var isInputAvailable: Bool { !(freshRoute ?? Route()).availableInputs.isEmpty }

  /// The preferred input.
  public var preferredInput: AVAudioSessionPortDescription? { hardware.preferredInput }

  /// Prefers an input to record from.
  ///
  /// The audio agent has the program's capture streams come from there while the session is active in a
  /// category that records, unless their user has chosen another input for them in a mixer; without an
  /// agent the sound server chooses. If the route of an active session is another one by it, that is
  /// posted as ``routeChangeNotification`` with the reason ``RouteChangeReason/override``.
  ///
  /// - Parameter input: The input, one of ``availableInputs``; nil for no preference.
  /// - Throws: ``ErrorCode/mediaServicesFailed`` if the daemon doesn't answer in time. Without a daemon
  ///   the wish is kept, which is no error.
  public func setPreferredInput(_ input: AVAudioSessionPortDescription?) throws {
    try direct(by: .preferInput(input?.uid)) { before, after in
      before == after ? nil : .portsChanged(from: before)
    }
    change { $0.preferredInput = input }
  }

  /// Has what the program plays go to the loudspeaker, or no longer.
  ///
  /// The audio agent does that, unless the program's user has chosen another output for it in a mixer;
  /// without an agent the sound server decides. It ends with the session's activity, with another
  /// category, and when the route changes. If the sound goes, or went, to a loudspeaker, the change is
  /// posted as ``routeChangeNotification`` with the reason ``RouteChangeReason/override``.
  ///
  /// - Parameter override: The port; `none` to remove the override.
  /// - Throws: ``ErrorCode/badParam`` in any category but `playAndRecord`, as with Apple;
  ///   ``ErrorCode/mediaServicesFailed`` if the daemon doesn't answer in time.
  public func overrideOutputAudioPort(_ override: PortOverride) throws {
    guard override == .none || status.category == .playAndRecord else {
      throw AVAudioSession.error(.badParam, "expected the category playAndRecord")
    }
    let isOverride = override == .speaker
    guard isOverride != status.isOutputOverridden else { return }
    try direct(by: .overrideOutput(toSpeaker: isOverride)) { before, after in
      (before.outputs + after.outputs).contains { $0.portType == .builtInSpeaker }
        ? .portsChanged(from: before) : nil
    }
  }

  /// Changes where the sound goes, and posts that as the closure says of the routes before and after.
  private func direct(
    by operation: AudioSession.Operation,
    _ posting: (AVAudioSessionRouteDescription, AVAudioSessionRouteDescription) -> Posting?
  ) throws {
    let before = currentRoute
    try perform { _ in operation }
    if let posting = posting(before, currentRoute) { post(posting) }
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

extension Route {
  /// All inputs that are known.
  var availableInputs: [Port] { hardware.availableInputs ?? inputs }

  /// The route of a session that may want its sound to go elsewhere (R69).
  fileprivate func directed(by status: SessionStatus) -> Route {
    guard status.state != .inactive else { return self }
    let input =
      status.category.hasInput
      ? hardware.availableInputs?.first { $0.id == status.preferredInput } : nil
    let output = status.isOutputOverridden ? hardware.loudspeaker : nil
    return Route(
      inputs: input.map { [$0] } ?? inputs,
      outputs: output.map { [$0] } ?? outputs,
      hardware: hardware
    )
  }
}

/// The inputs of which a program was told last, apart from those of its route.
struct KnownInputs: Sendable {
  private var inputs: [Route.Port]?

  /// Takes an event.
  ///
  /// - Returns: Whether the inputs have changed, though the route has not.
  mutating func change(by event: SessionEvent) -> Bool {
    switch event {
    case .routeChange(_, _, let current):
      inputs = current.hardware.availableInputs
      return false
    case .hardwareChange(let hardware):
      defer { inputs = hardware.availableInputs }
      return inputs != hardware.availableInputs
    default: return false
    }
  }
}
