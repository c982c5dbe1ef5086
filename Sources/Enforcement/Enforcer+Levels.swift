import AudioSessionTypes

/// The level of each stream, from its program's standing and the daemon's targets.
extension Enforcer {
  /// The target gain of a stream, and the duration of the way to it.
  private struct Level: Equatable {
    var factor: Double
    var ramp: Duration
  }

  func isHeld(_ id: StreamID) -> Bool {
    guard let stream = streams[id], isEnforcing else { return false }
    guard let program = stream.program.flatMap({ programs[$0] }) else {
      return ownLevel(of: stream)?.factor == 0
    }
    return program.holds(stream.description.direction)
  }

  mutating func setLevels(of key: ProgramKey, at now: Duration) {
    for id in (programs[key]?.streams ?? []).sorted() { setLevel(of: id, at: now) }
  }

  mutating func setAllLevels(at now: Duration) {
    for id in streams.keys.sorted() { setLevel(of: id, at: now) }
  }

  /// Moves a stream towards its level.
  mutating func setLevel(of id: StreamID, at now: Duration) {
    // Changed outside the dictionary: each change within it would move all of the stream twice.
    guard var stream = streams[id] else { return }
    let level = level(of: stream)
    if stream.isStopped && level.factor > 0 {
      stream.isStopped = false
      effects.append(.graph(.start(id)))
    }
    // A stream that isn't heard needs no ramp, and has to begin at its level.
    let ramp = stream.state == .running ? level.ramp : .zero
    stream.fader.move(to: level.factor, over: ramp, at: now)
    if stream.state == .running && level.factor > 0 { stream.wasHeard = true }
    advance(&stream, id, to: now)
    streams[id] = stream
  }

  /// Takes the fader's next step, and stops the stream once it is silent.
  mutating func advance(_ id: StreamID, to now: Duration) {
    guard var stream = streams[id] else { return }
    advance(&stream, id, to: now)
    streams[id] = stream
  }

  private mutating func advance(_ stream: inout TrackedStream, _ id: StreamID, to now: Duration) {
    stream.fader.advance(to: now)
    sendVolumes(&stream, id)
    if stream.fader.value == 0 { stopIfHeld(&stream, id) }
  }

  mutating func sendVolumes(_ id: StreamID) {
    guard var stream = streams[id] else { return }
    sendVolumes(&stream, id)
    streams[id] = stream
  }

  private mutating func sendVolumes(_ stream: inout TrackedStream, _ id: StreamID) {
    guard let volumes = stream.volumes() else { return }
    effects.append(.graph(.setVolumes(id, volumes, isTouched: stream.isTouched)))
  }

  private func level(of stream: TrackedStream) -> Level {
    guard isEnforcing, !stream.isOverridden else { return Level(factor: 1, ramp: settings.fade) }
    if isHushed(stream) { return Level(factor: 0, ramp: settings.fade) }
    guard let program = stream.program.flatMap({ programs[$0] }) else {
      return ownLevel(of: stream) ?? levelWithoutSession(of: stream)
    }
    if program.isOverridden { return Level(factor: 1, ramp: settings.fade) }
    if case .leftAlone = program.phase { return levelWithoutSession(of: stream) }
    if program.standing == .ended && stream.state != .running {
      return Level(factor: expected(stream, program), ramp: .zero)
    }
    if program.holds(stream.description.direction) {
      return Level(factor: 0, ramp: settings.fade)
    }
    if program.waitsUntil != nil {
      // What is heard already goes on until the decision.
      return Level(factor: stream.wasHeard ? stream.fader.target : 0, ramp: .zero)
    }
    if stream.description.direction == .input { return Level(factor: 1, ramp: settings.fade) }
    return level(of: stream, program)
  }

  /// The level of a program's stream that plays, or is about to.
  private func level(of stream: TrackedStream, _ program: Program) -> Level {
    let isActive = program.standing == .active
    let level =
      isActive
      ? level(of: target(of: program), stream)
      : Level(factor: expected(stream, program), ramp: .zero)
    guard stream.fader.value == 0 else { return level }
    // A resumed player fades in when it starts.
    if isActive && program.isReturning && stream.state != .running {
      return Level(factor: 0, ramp: .zero)
    }
    return Level(factor: level.factor, ramp: program.isReturning ? settings.fade : .zero)
  }

  /// The level of a stream for which there is no session: as that of the world around it.
  ///
  /// A rule that leaves a stream alone applies to this too.
  private func levelWithoutSession(of stream: TrackedStream) -> Level {
    let ramp = releaseRamp(of: stream)
    guard case .adopt = stream.verdict, stream.description.direction == .output,
      speaker(of: stream.description) == nil
    else { return Level(factor: 1, ramp: ramp) }
    if targets.values.contains(where: \.isHeld) && isCallActive {
      return Level(factor: 0, ramp: settings.fade)
    }
    let lowest = targets.values.filter { !$0.isHeld }.min { $0.gain < $1.gain }
    return lowest.map { level(of: $0, stream) } ?? Level(factor: 1, ramp: ramp)
  }

  /// Whether a call, an alarm or the like is active.
  private var isCallActive: Bool {
    others.values.contains { $0.state == .active && $0.isAboveNormal }
      || programs.values.contains { $0.standing == .active && $0.adoption.priority != .normal }
  }

  /// Whether anything is active that could lower the program or have it refused.
  func mayBeLowered(_ program: Program) -> Bool {
    guard isEnforcing else { return false }
    return !outranking.isEmpty || targets.values.contains { !$0.isHeld && $0.gain < 1 }
      || programs.values.contains {
        $0.key.application != program.key.application && $0.adoption.outranks
          && ($0.standing == .active || $0.standing == .activating)
      }
  }

  /// The level that `enforcement.apply` sets for its session.
  private func target(of program: Program) -> Target? {
    program.session.flatMap { targets[$0.number] }
  }

  /// The level that an idle stream probably gets when it begins to run: while anything is lowered,
  /// as low as that, so that its first moment isn't loud.
  private func expected(_ stream: TrackedStream, _ program: Program) -> Double {
    guard stream.state != .running, mayBeLowered(program) else { return 1 }
    return targets.values.map { $0.isHeld ? 0 : $0.gain }.min() ?? 1
  }

  private func level(of target: Target?, _ stream: TrackedStream) -> Level {
    guard let target, !target.isHeld else {
      return Level(factor: target == nil ? 1 : 0, ramp: releaseRamp(of: stream))
    }
    // The target's ramp is for audible streams; from silence a stream returns as from a hold.
    let isBack = stream.fader.value == 0 && target.gain > 0
    return Level(factor: target.gain, ramp: isBack ? settings.fade : target.ramp)
  }

  private func releaseRamp(of stream: TrackedStream) -> Duration {
    stream.fader.target == 0 ? settings.fade : daemon?.unduckRamp ?? settings.fade
  }

  /// The level by its program's own sessions, the highest of them; nil if it has none.
  ///
  /// The streams of a process can't be told apart by session (R58).
  private func ownLevel(of stream: TrackedStream) -> Level? {
    guard stream.description.direction == .output else { return nil }
    let own = ownSessions(of: stream.description)
    guard !own.isEmpty else { return nil }
    var lowersItself = false
    switch stream.verdict {
    case .adopt(_, let adoption): lowersItself = adoption.lowersItself
    // A rule that leaves a stream alone applies to this too.
    case .leave(let rule): if rule != nil { return nil }
    }
    let active = own.filter { $0.state == .active }.map { targets[$0.session] }
    if lowersItself && !active.isEmpty { return nil }
    if let loudest = active.max(by: { ($0?.gain ?? 1) < ($1?.gain ?? 1) }) {
      return level(of: loudest, stream)
    }
    let isHeld = own.contains { targets[$0.session]?.isHeld == true }
    return isHeld ? Level(factor: 0, ramp: settings.fade) : nil
  }

  /// Stops a silent held stream, if its rule says so and no player was paused instead.
  private mutating func stopIfHeld(_ stream: inout TrackedStream, _ id: StreamID) {
    guard !stream.isStopped, !stream.isOverridden else { return }
    guard let program = stream.program.flatMap({ programs[$0] }) else { return }
    guard isEnforcing, program.isHeld, !program.isOverridden else { return }
    guard program.adoption.hold == .pause, stream.description.direction == .output else { return }
    let isPlayersDoing = program.heldPlayers.values.contains {
      if case .deaf = $0 { false } else { true }
    }
    guard !isPlayersDoing, stream.state == .running else { return }
    stream.isStopped = true
    effects.append(.graph(.pause(id)))
  }

  /// Restores everything, since there is no daemon or the agent ends (R56).
  mutating func releaseAll(at now: Duration) {
    for key in orderedKeys {
      programs[key]?.isPausedByLock = false
      resumePlayers(of: key)
    }
    setAllLevels(at: now)
  }
}
