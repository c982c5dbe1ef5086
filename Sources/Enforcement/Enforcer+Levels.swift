import AudioSessionTypes

/// The level of each stream, from the state of its program's session and the daemon's targets.
extension Enforcer {
  func isHeld(_ stream: TrackedStream) -> Bool {
    guard isEnforcing else { return false }
    guard let program = stream.program.flatMap({ programs[$0] }) else {
      return ownLevel(of: stream)?.factor == 0
    }
    return program.holds(stream.description.direction)
  }

  mutating func setLevels(of key: ProgramKey, at now: Duration) {
    for id in (programs[key]?.streams ?? []).sorted() { setLevel(of: id, at: now) }
  }

  mutating func setAllLevels(at now: Duration) {
    for id in streams.ids { setLevel(of: id, at: now) }
  }

  /// Moves a stream towards its level.
  mutating func setLevel(of id: StreamID, at now: Duration) {
    guard let stream = streams[id] else { return }
    perform(streams.move(id, to: level(of: stream), stops: stops(stream), at: now))
  }

  private func level(of stream: TrackedStream) -> StreamLevel {
    guard isEnforcing else { return StreamLevel(factor: 1, ramp: settings.fade) }
    if isMutedByProgram(stream) { return StreamLevel(factor: 0, ramp: settings.fade) }
    if stream.isOverridden { return StreamLevel(factor: 1, ramp: settings.fade) }
    if isHushed(stream) { return StreamLevel(factor: 0, ramp: settings.fade) }
    guard let program = stream.program.flatMap({ programs[$0] }) else {
      return ownLevel(of: stream) ?? levelWithoutSession(of: stream)
    }
    if program.isOverridden { return StreamLevel(factor: 1, ramp: settings.fade) }
    if case .leftAlone = program.phase { return levelWithoutSession(of: stream) }
    if program.sessionState == .ended && stream.state != .running {
      return StreamLevel(factor: expected(stream, program), ramp: .zero)
    }
    if program.holds(stream.description.direction) {
      return StreamLevel(factor: 0, ramp: settings.fade)
    }
    if program.waitsUntil != nil {
      // What is heard already goes on until the decision.
      return StreamLevel(factor: stream.wasHeard ? stream.fader.target : 0, ramp: .zero)
    }
    if stream.description.direction == .input { return StreamLevel(factor: 1, ramp: settings.fade) }
    return level(of: stream, program)
  }

  /// The level of a program's stream that plays, or is about to.
  private func level(of stream: TrackedStream, _ program: Program) -> StreamLevel {
    let isActive = program.sessionState == .active
    let level =
      isActive
      ? level(of: target(of: program), stream)
      : StreamLevel(factor: expected(stream, program), ramp: .zero)
    guard stream.fader.value == 0 else { return level }
    // A resumed player fades in when it starts.
    if isActive && program.isReturning && stream.state != .running {
      return StreamLevel(factor: 0, ramp: .zero)
    }
    return StreamLevel(factor: level.factor, ramp: program.isReturning ? settings.fade : .zero)
  }

  /// The level of a stream for which there is no session: as that of the world around it.
  ///
  /// A rule that leaves a stream alone applies to this too.
  private func levelWithoutSession(of stream: TrackedStream) -> StreamLevel {
    let ramp = releaseRamp(of: stream)
    guard case .adopt = stream.verdict, stream.description.direction == .output,
      daemon.sessionOwner(of: stream.description) == nil
    else { return StreamLevel(factor: 1, ramp: ramp) }
    if daemon.targets.values.contains(where: { $0.isHeld }) && isCallActive {
      return StreamLevel(factor: 0, ramp: settings.fade)
    }
    let lowest = daemon.targets.values.filter { !$0.isHeld }.min { $0.gain < $1.gain }
    return lowest.map { level(of: $0, stream) } ?? StreamLevel(factor: 1, ramp: ramp)
  }

  /// Whether a call, an alarm or the like is active.
  private var isCallActive: Bool {
    daemon.activeOthers.contains(where: { $0.isAboveNormal })
      || programs.values.contains { $0.sessionState == .active && $0.adoption.priority != .normal }
  }

  /// Whether anything is active that could lower the program or have it refused.
  func mayBeLowered(_ program: Program) -> Bool {
    guard isEnforcing else { return false }
    return daemon.isOutranking || daemon.targets.values.contains { !$0.isHeld && $0.gain < 1 }
      || programs.values.contains {
        $0.key.application != program.key.application && $0.adoption.outranks
          && ($0.sessionState == .active || $0.sessionState == .activating)
      }
  }

  /// The level that `enforcement.apply` sets for its session.
  private func target(of program: Program) -> Target? {
    program.session.flatMap { daemon.targets[$0.number] }
  }

  /// The level that an idle stream probably gets when it begins to run: while anything is lowered,
  /// as low as that, so that its first moment isn't loud.
  private func expected(_ stream: TrackedStream, _ program: Program) -> Double {
    guard stream.state != .running, mayBeLowered(program) else { return 1 }
    return daemon.targets.values.map { $0.isHeld ? 0 : $0.gain }.min() ?? 1
  }

  private func level(of target: Target?, _ stream: TrackedStream) -> StreamLevel {
    guard let target, !target.isHeld else {
      return StreamLevel(factor: target == nil ? 1 : 0, ramp: releaseRamp(of: stream))
    }
    // The target's ramp is for audible streams; from silence a stream returns as from a hold.
    let isBack = stream.fader.value == 0 && target.gain > 0
    return StreamLevel(factor: target.gain, ramp: isBack ? settings.fade : target.ramp)
  }

  private func releaseRamp(of stream: TrackedStream) -> Duration {
    stream.fader.target == 0 ? settings.fade : daemon.facts?.unduckRamp ?? settings.fade
  }

  /// The level by its program's own sessions, the highest of them; nil if it has none.
  ///
  /// The streams of a process can't be told apart by session (R58).
  private func ownLevel(of stream: TrackedStream) -> StreamLevel? {
    guard stream.description.direction == .output else { return nil }
    let own = daemon.ownSessions(of: stream.description)
    guard !own.isEmpty else { return nil }
    var lowersItself = stream.description.lowersItself
    switch stream.verdict {
    case .adopt(_, let adoption): lowersItself = lowersItself || adoption.lowersItself
    // A rule that leaves a stream alone applies to this too.
    case .leave(let rule): if rule != nil { return nil }
    }
    let active = own.filter { $0.state == .active }.map { daemon.targets[$0.session] }
    if lowersItself && !active.isEmpty { return nil }
    if let loudest = active.max(by: { ($0?.gain ?? 1) < ($1?.gain ?? 1) }) {
      return level(of: loudest, stream)
    }
    let isHeld = own.contains { daemon.targets[$0.session]?.isHeld == true }
    return isHeld ? StreamLevel(factor: 0, ramp: settings.fade) : nil
  }

  /// Whether a stream is stopped once it is silent: it is held, its rule says so, and no player was
  /// paused instead.
  func stops(_ stream: TrackedStream) -> Bool {
    guard isEnforcing, stream.description.direction == .output,
      let program = stream.program.flatMap({ programs[$0] }), program.isHeld,
      !program.isOverridden, program.adoption.hold == .pause
    else { return false }
    return program.heldPlayers.values.allSatisfy { $0 == .deaf }
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
