/// The streams of the audio graph; what is done to them is returned as effects.
struct Streams: Sendable {
  private var streams = StreamTable()

  subscript(id: StreamID) -> TrackedStream? { streams[id] }

  /// The numbers of all streams, sorted.
  var ids: [StreamID] { streams.all.keys.sorted() }

  /// The numbers of the streams that fulfil a condition, sorted.
  func ids(where condition: (TrackedStream) -> Bool) -> [StreamID] {
    streams.all.compactMap { condition($1) ? $0 : nil }.sorted()
  }

  /// The streams of an application, in no order.
  func of(_ application: Application) -> some Sequence<TrackedStream> {
    streams.all.values.lazy.filter { Application($0.description) == application }
  }

  /// Whether an application has any.
  func contains(_ application: Application) -> Bool {
    streams.all.values.contains { Application($0.description) == application }
  }

  /// Whether the user has muted any.
  var hasMuted: Bool { streams.muted > 0 }

  func isCapturing(_ application: Application) -> Bool { streams.isCapturing(application) }

  func isHeard(_ application: Application) -> Bool {
    streams.all.values.contains {
      $0.description.direction == .output && $0.isHeard
        && Application($0.description) == application
    }
  }

  /// Whether any goes where its program wants it to.
  var hasDirected: Bool { streams.directed > 0 }

  /// The numbers of the streams for which something is due at a time, sorted.
  var timedIDs: [StreamID] { streams.timed.sorted() }

  /// Whether none is touched any more.
  var isAtRest: Bool {
    streams.all.values.allSatisfy { !$0.isTouched && $0.port == nil && !$0.fader.isMoving }
  }

  /// When the next step of a fader is due, or what is heard is judged again.
  var deadline: Duration? { streams.timed.lazy.compactMap { streams[$0]?.deadline }.min() }

  // MARK: What the graph tells

  mutating func add(_ id: StreamID, _ description: StreamDescription, at now: Duration) {
    streams[id] = TrackedStream(description, at: now)
  }

  mutating func remove(_ id: StreamID) -> TrackedStream? { streams[id].take() }

  /// - Returns: Whether the description has changed.
  mutating func describe(_ id: StreamID, _ description: StreamDescription) -> Bool {
    guard let former = streams[id]?.description, former != description else { return false }
    streams[id]?.description = description
    return true
  }

  /// - Returns: The stream as it was; nil if nothing has changed.
  mutating func setState(_ id: StreamID, _ state: StreamState, at now: Duration) -> TrackedStream? {
    guard let former = streams[id], former.state != state else { return nil }
    streams[id]?.state = state
    if former.hearing != nil { streams[id]?.hearing = Hearing(at: now) }
    if state != .running {
      // A program that stops its stream and starts it again also undoes an earlier `Pause`.
      streams[id]?.isStopped = false
      streams[id]?.wasHeard = false
    }
    return former
  }

  /// - Returns: The stream as it was, and whether its user wants to hear it; nil if it is gone.
  mutating func see(
    _ volumes: StreamVolumes,
    of id: StreamID,
    at now: Duration
  ) -> (former: TrackedStream, isWish: Bool)? {
    guard let former = streams[id], let isWish = streams[id]?.see(volumes, at: now) else {
      return nil
    }
    return (former, isWish)
  }

  /// Changes what is heard of a stream that is listened to, unless its silence is ours.
  ///
  /// - Parameters:
  ///   - id: The stream.
  ///   - change: The change.
  /// - Returns: The stream as it was; nil if nothing has changed.
  mutating func changeHearing(
    of id: StreamID,
    _ change: (TrackedStream, inout Hearing) -> Void
  ) -> TrackedStream? {
    guard let former = streams[id], former.state == .running, var hearing = former.hearing else {
      return nil
    }
    if former.isSilencedByUs { hearing.stay() } else { change(former, &hearing) }
    guard hearing != former.hearing else { return nil }
    streams[id]?.hearing = hearing
    return former
  }

  // MARK: What is decided about them

  mutating func judge(_ id: StreamID, _ verdict: RuleVerdict, lack: MissingGrant?) {
    streams[id]?.verdict = verdict
    streams[id]?.lack = lack
  }

  /// Sets the program whose session it counts for.
  mutating func assign(_ id: StreamID, to program: ProgramKey?) { streams[id]?.program = program }

  /// Sets whether its user wanted it heard while it was held (R57).
  mutating func override(_ id: StreamID, _ isOverridden: Bool) {
    // Not written in vain, which would move the stream.
    guard streams[id]?.isOverridden == !isOverridden else { return }
    streams[id]?.isOverridden = isOverridden
  }

  /// Has it go to another port, or where the route leads.
  mutating func direct(_ id: StreamID, to port: StreamPort?) -> [GraphEffect] {
    guard let stream = streams[id], stream.port != port else { return [] }
    streams[id]?.port = port
    return [.direct(id, port)]
  }

  /// Begins or ceases to listen to it.
  mutating func listen(to id: StreamID, _ isAsked: Bool, at now: Duration) -> [GraphEffect] {
    guard let stream = streams[id], isAsked != (stream.hearing != nil) else { return [] }
    streams[id]?.hearing = isAsked ? Hearing(at: now) : nil
    return [.listen(id, isAsked)]
  }

  /// Lets it run that we stopped for its former program.
  mutating func release(_ id: StreamID) -> [GraphEffect] {
    override(id, false)
    guard streams[id]?.isStopped == true else { return [] }
    streams[id]?.isStopped = false
    return [.start(id)]
  }

  /// Moves it towards a level.
  ///
  /// - Parameters:
  ///   - id: The stream.
  ///   - level: The level.
  ///   - stops: Whether it is stopped once it is silent.
  ///   - now: The time.
  /// - Returns: What is done to it.
  mutating func move(
    _ id: StreamID,
    to level: StreamLevel,
    stops: Bool,
    at now: Duration
  ) -> [GraphEffect] {
    // Changed outside the dictionary: each change within it would move all of the stream twice.
    guard var stream = streams[id] else { return [] }
    var effects: [GraphEffect] = []
    if stream.isStopped && level.factor > 0 {
      stream.isStopped = false
      effects.append(.start(id))
    }
    // A stream that isn't heard needs no ramp, and has to begin at its level.
    let ramp = stream.state == .running ? level.ramp : .zero
    stream.fader.move(to: level.factor, over: ramp, at: now)
    if stream.state == .running && level.factor > 0 { stream.wasHeard = true }
    advance(&stream, id, stops: stops, to: now, &effects)
    streams[id] = stream
    return effects
  }

  /// Takes its fader's next step.
  ///
  /// - Parameters:
  ///   - id: The stream.
  ///   - stops: Whether it is stopped once it is silent.
  ///   - now: The time.
  /// - Returns: What is done to it.
  mutating func advance(_ id: StreamID, stops: Bool, to now: Duration) -> [GraphEffect] {
    guard var stream = streams[id] else { return [] }
    var effects: [GraphEffect] = []
    advance(&stream, id, stops: stops, to: now, &effects)
    streams[id] = stream
    return effects
  }

  private func advance(
    _ stream: inout TrackedStream,
    _ id: StreamID,
    stops: Bool,
    to now: Duration,
    _ effects: inout [GraphEffect]
  ) {
    stream.fader.advance(to: now)
    effects += volumes(of: &stream, id)
    guard stops, stream.fader.value == 0, !stream.isStopped, !stream.isOverridden,
      stream.state == .running
    else { return }
    stream.isStopped = true
    effects.append(.pause(id))
  }

  /// Sends its volumes again, if they have been overwritten.
  mutating func sendVolumes(_ id: StreamID) -> [GraphEffect] {
    guard var stream = streams[id] else { return [] }
    defer { streams[id] = stream }
    return volumes(of: &stream, id)
  }

  private func volumes(of stream: inout TrackedStream, _ id: StreamID) -> [GraphEffect] {
    stream.volumes().map { [.setVolumes(id, $0, isTouched: stream.isTouched)] } ?? []
  }
}

/// The target gain of a stream, and the duration of the way to it.
struct StreamLevel: Equatable {
  var factor: Double
  var ramp: Duration
}
