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
      stand(session, .refused(because: reason), at: now)
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
    case .others(let sessions):
      changeOthers(at: now) { others in
        for session in sessions { others[session.session] = session }
      }
    case .othersClosed(let sessions):
      changeOthers(at: now) { others in
        for session in sessions { others[session] = nil }
      }
    case .notConfigured(let session): replace(session, at: now)
    case .facts(let facts):
      guard daemon != nil, daemon != facts else { return }
      daemon = facts
      judgeAll(at: now)
    }
  }

  private mutating func connect(_ facts: DaemonFacts, at now: Duration) {
    daemon = facts
    // Programs with their own sessions, and rules that take a grant, are known now.
    judgeAll(at: now)
    for key in orderedKeys { settle(key, at: now) }
  }

  private mutating func disconnect(at now: Duration) {
    guard daemon != nil else { return }
    daemon = nil
    releaseAll(at: now)
    others = [:]
    outranking = []
    speakers = []
    targets = [:]
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
    for id in program.streams where streams[id]?.isOverridden == true {
      streams[id]?.isOverridden = false
    }
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
    programs[key]?.phase = .leftAlone(because: reason)
    programs[key]?.waitsUntil = nil
    programs[key]?.isPausedByLock = false
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
    stand(session, .active, at: now)
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

  /// Sets a session's standing by a decision.
  private mutating func stand(_ session: UInt64, _ standing: OpenSession.Standing, at now: Duration)
  {
    guard let key = key(of: session) else { return }
    programs[key]?.session?.standing = standing
    programs[key]?.waitsUntil = nil
    // A program whose user pressed play is heard though the daemon refuses it.
    let isRefusal = if case .refused = standing { true } else { false }
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
    case .default, .builtInMicMuted: stand(session, .interrupted, at: now)
    // No end will follow: its user starts it again (R44).
    case .routeDisconnected: stand(session, .ended, at: now)
    // It runs again, and starts like any other program (R47).
    case .appWasSuspended:
      stand(session, .inactive, at: now)
      if let program = programs[key], !isRunning(program) { programs[key]?.isWanted = false }
    }
  }

  private mutating func resume(_ session: UInt64, _ shouldResume: Bool, at now: Duration) {
    guard let key = key(of: session), let program = programs[key], program.isHeld else { return }
    guard shouldResume, program.isWanted else {
      programs[key]?.session?.standing = .ended
      leavePlayers(of: key)
      return setLevels(of: key, at: now)
    }
    // Held until the daemon answers, since it may refuse again.
    programs[key]?.isReturning = true
    programs[key]?.waitsUntil = now + settings.grantTimeout
    programs[key]?.session?.standing = .activating
    effects.append(.daemon(.activate(session)))
  }

  /// Replaces a session that the daemon won't change with one that it may refuse, and recommend
  /// when it may play (R34).
  private mutating func replace(_ session: UInt64, at now: Duration) {
    guard let key = key(of: session), let program = programs[key] else { return }
    guard program.standing == .active || program.standing == .activating else { return }
    effects.append(.daemon(.close(session)))
    reopen(session, at: now)
  }

  /// Handles a session that the daemon closed: evicted, or its process has ended.
  private mutating func reopen(_ session: UInt64, at now: Duration) {
    guard let key = key(of: session) else { return }
    targets[session] = nil
    representatives[key.application] = nil
    programs[key]?.lingersUntil = nil
    beginAnew(key, at: now)
    setLevels(of: key, at: now)
  }

  /// Continues a program whose session has been closed with another, if it wants one.
  private mutating func beginAnew(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    if program.standing == .ended && !isRunning(program) {
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

  /// The process whose own sessions a stream belongs to: the stream's, or else its nearest ancestor
  /// that has one, since helpers play for the program that started them; nil if none has.
  func speaker(of stream: StreamDescription) -> Int32? {
    stream.processes.first(where: speakers.contains)
  }

  /// The sessions that a stream's program opened itself.
  func ownSessions(of stream: StreamDescription) -> [OtherSession] {
    guard let pid = speaker(of: stream) else { return [] }
    return others.values.filter { $0.pid == pid }
  }

  /// Updates the sessions that programs opened themselves, and the streams that depend on them.
  private mutating func changeOthers(
    at now: Duration,
    _ change: (inout [UInt64: OtherSession]) -> Void
  ) {
    change(&others)
    outranking = Set(others.values.filter { $0.state == .active && $0.outranks }.map(\.session))
    let present = Set(others.values.compactMap(\.pid))
    let changed = speakers.symmetricDifference(present)
    speakers = present
    let judged = streams.filter {
      $0.value.description.processes.contains(where: changed.contains)
    }
    judge(judged.keys.sorted(), at: now)
    for id in streams.keys.sorted() where judged[id] == nil {
      if streams[id].flatMap({ speaker(of: $0.description) }) != nil { setLevel(of: id, at: now) }
    }
  }

  /// Carries out a decision, and remembers the streams that have yet to fall silent (R14).
  private mutating func apply(_ list: [Target], _ seq: UInt64, at now: Duration) {
    let former = targets
    targets = Dictionary(list.map { ($0.session, $0) }, uniquingKeysWith: { $1 })
    for key in orderedKeys {
      guard let program = programs[key], let session = program.session?.number else { continue }
      if former[session] != targets[session] && program.standing != .activating {
        clearOverrides(of: key)
      }
      // The interruption itself is told after this.
      let isHeld = targets[session]?.isHeld == true && former[session]?.isHeld != true
      if isHeld && program.standing == .active { stand(session, .interrupted, at: now) }
    }
    setAllLevels(at: now)
    let falling = streams.keys.filter { isHeld($0) && streams[$0]?.isOverridden == false }
    unheard.append((seq, Set(falling), now + Enforcer.hearingPatience))
  }

  /// The longest wait of an acknowledgement for silence: longer than any reply is held.
  private static let hearingPatience = Duration.seconds(2)

  /// Acknowledges the decisions that are audible: their held streams are silent.
  mutating func acknowledgeHeard(at now: Duration) {
    while let (seq, waiting, until) = unheard.first {
      let isTrue = waiting.allSatisfy { id in
        streams[id].map { $0.isSilent || !isHeld(id) || $0.isOverridden } ?? true
      }
      guard isTrue || until <= now else { return }
      unheard.removeFirst()
      effects.append(.daemon(.acknowledge(seq: seq)))
    }
  }
}
