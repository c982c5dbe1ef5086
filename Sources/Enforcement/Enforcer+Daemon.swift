import AudioSessionTypes

/// Handling of the daemon's events.
extension Enforcer {
  mutating func handle(_ event: DaemonEvent, at now: Duration) {
    switch event {
    case .connected(let facts): connect(facts, at: now)
    case .lost: disconnect(at: now)
    case .opened(let opening, let session): open(opening, session, at: now)
    case .notOpened(let opening, let reason): leaveAlone(opening, reason, at: now)
    case .activated(let session): activate(session, at: now)
    case .notActivated(let session, let reason):
      setState(of: session, .refused(because: reason), at: now)
    case .notRecording(let session, let reason):
      guard let key = key(of: session) else { return }
      programs[key]?.session?.mayNotRecord = reason
      programs[key]?.session?.reportedRecording = false
      setLevels(of: key, at: now)
    case .targets(let targets, let seq): apply(targets, seq, at: now)
    case .interruptionBegan(let session, let reason): interrupt(session, reason, at: now)
    case .interruptionEnded(let session, let shouldResume):
      resume(session, shouldResume, at: now)
    case .recommended(let session, let shouldResume):
      resume(session, shouldResume, at: now)
    case .closed(let session): reopen(session, at: now)
    case .others(let sessions): followOthers(changed: daemon.update(sessions), at: now)
    case .othersClosed(let sessions): followOthers(changed: daemon.remove(sessions), at: now)
    case .notConfigured(let session): replace(session, at: now)
    case .facts(let facts):
      if daemon.update(facts) { judgeAll(at: now) }
    }
  }

  private mutating func connect(_ facts: DaemonFacts, at now: Duration) {
    daemon.connect(facts)
    mutesMayDiffer = true
    // Programs with their own sessions, and rules that take a grant, are known now.
    judgeAll(at: now)
    for key in orderedKeys { settle(key, at: now) }
  }

  private mutating func disconnect(at now: Duration) {
    guard daemon.facts != nil else { return }
    daemon = DaemonState()
    // It has taken back what was reported (R60).
    toldMutes = [:]
    mutesMayDiffer = true
    releaseAll(at: now)
    unheard = []
    for key in orderedKeys {
      endSession(of: key)
      settle(key, at: now)
    }
    // Programs that had their own sessions have them no more.
    judgeAll(at: now)
  }

  /// Ends the session of a program, which may want another.
  mutating func endSession(of key: ProgramKey) {
    clearOverrides(of: key)
    programs[key]?.endSession()
  }

  /// Ends the user's overrides, which last until the next decision (R57).
  mutating func clearOverrides(of key: ProgramKey) {
    guard let program = programs[key] else { return }
    if program.isOverridden { programs[key]?.session?.isOverridden = false }
    for id in program.streams { streams.override(id, false) }
  }

  private mutating func open(_ opening: OpeningID, _ session: UInt64, at now: Duration) {
    guard let key = key(of: opening) else {
      // Its streams ended while the daemon was opening it.
      return effects.append(.daemon(.close(session)))
    }
    programs[key]?.phase = .open(OpenSession(session))
    settle(key, at: now)
  }

  private mutating func leaveAlone(_ opening: OpeningID, _ reason: String, at now: Duration) {
    guard let key = key(of: opening) else { return }
    programs[key]?.leaveAlone(because: reason)
    // Nothing would resume them.
    resumePlayers(of: key)
    setLevels(of: key, at: now)
  }

  private func key(of opening: OpeningID) -> ProgramKey? {
    programs.first { $0.value.phase == .opening(opening) }?.key
  }

  private mutating func activate(_ session: UInt64, at now: Duration) {
    guard let key = key(of: session) else { return }
    let players = programs[key].map(playersOf) ?? []
    programs[key]?.session?.beginActivation(isPlaying: players.contains { $0.status == .playing })
    if programs[key]?.isPausedByLock == false { resumePlayers(of: key) }
    setState(of: session, .active, at: now)
    awaitReturn(of: key, at: now)
  }

  /// Follows a program that may be heard again, and may have something to resume.
  mutating func awaitReturn(of key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    if isRunning(program) {
      programs[key]?.isReturning = false
    } else {
      // A player that doesn't resume must not hold others back for long.
      programs[key]?.lingersUntil = now + max(program.adoption.linger, Enforcer.playerPatience * 2)
    }
  }

  /// Sets a session's state by a decision.
  private mutating func setState(of session: UInt64, _ state: OpenSession.State, at now: Duration) {
    guard let key = key(of: session) else { return }
    programs[key]?.session?.state = state
    programs[key]?.waitsUntil = nil
    // A program whose user pressed play is heard though the daemon refuses it.
    let isRefusal = if case .refused = state { true } else { false }
    if !isRefusal { clearOverrides(of: key) }
    if programs[key]?.isHeld == true { pausePlayers(of: key, at: now) }
    setLevels(of: key, at: now)
    settle(key, at: now)
  }

  private mutating func interrupt(
    _ session: UInt64,
    _ reason: InterruptionReason,
    at now: Duration
  ) {
    guard let key = key(of: session) else { return }
    switch reason {
    case .default, .builtInMicMuted: setState(of: session, .interrupted, at: now)
    // No end will follow: its user starts it again (R44).
    case .routeDisconnected: setState(of: session, .ended, at: now)
    // It runs again, and starts like any other program (R47).
    case .appWasSuspended:
      if let program = programs[key], !isRunning(program) { programs[key]?.isWanted = false }
      setState(of: session, .inactive, at: now)
    }
  }

  private mutating func resume(_ session: UInt64, _ shouldResume: Bool, at now: Duration) {
    guard let key = key(of: session), let program = programs[key], program.isHeld else { return }
    guard shouldResume, program.isWanted else {
      programs[key]?.session?.state = .ended
      leavePlayers(of: key)
      return setLevels(of: key, at: now)
    }
    // Held until the daemon answers, since it may refuse again.
    programs[key]?.isReturning = true
    programs[key]?.waitsUntil = now + settings.grantTimeout
    programs[key]?.session?.state = .activating
    effects.append(.daemon(.activate(session)))
  }

  /// Replaces a session that the daemon won't change with one that it may refuse, and recommend
  /// when it may play (R34).
  private mutating func replace(_ session: UInt64, at now: Duration) {
    guard let key = key(of: session), let program = programs[key] else { return }
    guard program.sessionState == .active || program.sessionState == .activating else { return }
    effects.append(.daemon(.close(session)))
    reopen(session, at: now)
  }

  /// Handles a session that the daemon closed: evicted, or its process has ended.
  private mutating func reopen(_ session: UInt64, at now: Duration) {
    guard let key = key(of: session) else { return }
    daemon.forget(session)
    representatives[key.application] = nil
    programs[key]?.lingersUntil = nil
    beginAnew(key, at: now)
    setLevels(of: key, at: now)
  }

  /// Continues a program whose session has been closed with another, if it wants one.
  private mutating func beginAnew(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    if program.sessionState == .ended && !isRunning(program) {
      // Only its user starts it again (R44).
      programs[key]?.isWanted = false
      leavePlayers(of: key)
    }
    endSession(of: key)
    settle(key, at: now)
    // What the lock has paused waits for the unlocking.
    guard programs[key]?.phase == Program.Phase.none, programs[key]?.isPausedByLock == false else {
      return
    }
    // No session is there whose activation would resume them.
    resumePlayers(of: key)
    settle(key, at: now)
  }

  /// Updates the streams that depend on the sessions that programs opened themselves.
  ///
  /// - Parameters:
  ///   - changed: The processes that have begun or ceased to have any.
  ///   - now: The time.
  private mutating func followOthers(changed: Set<Int32>, at now: Duration) {
    mutesMayDiffer = true
    let judged = streams.ids { $0.description.processes.contains(where: changed.contains) }
    judge(judged, at: now)
    let owned = Set(streams.ids { daemon.sessionOwner(of: $0.description) != nil })
    for id in owned.subtracting(judged).sorted() { setLevel(of: id, at: now) }
  }

  /// Carries out a decision, and remembers the streams that have yet to fall silent (R14).
  private mutating func apply(_ list: [Target], _ seq: UInt64, at now: Duration) {
    let former = daemon.targets
    daemon.set(list)
    let targets = daemon.targets
    for key in orderedKeys {
      guard let program = programs[key], let session = program.session?.number else { continue }
      if former[session] != targets[session] && program.sessionState != .activating {
        clearOverrides(of: key)
      }
      // The interruption itself is told after this.
      let isHeld = targets[session]?.isHeld == true && former[session]?.isHeld != true
      if isHeld && program.sessionState == .active { setState(of: session, .interrupted, at: now) }
    }
    setAllLevels(at: now)
    let falling = streams.ids { isHeld($0) && !$0.isOverridden }
    unheard.append((seq, Set(falling), now + Enforcer.hearingPatience))
  }

  /// The longest wait of an acknowledgement for silence: longer than any reply is held.
  private static let hearingPatience = Duration.seconds(2)

  /// Acknowledges the decisions that are audible: their held streams are silent.
  mutating func acknowledgeHeard(at now: Duration) {
    while let (seq, waiting, until) = unheard.first {
      let isTrue = waiting.allSatisfy { id in
        streams[id].map { $0.isSilent || !isHeld($0) || $0.isOverridden } ?? true
      }
      guard isTrue || until <= now else { return }
      unheard.removeFirst()
      effects.append(.daemon(.acknowledge(seq: seq)))
    }
  }
}
