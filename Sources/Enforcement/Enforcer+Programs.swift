import AudioSessionTypes

/// Operating the sessions of programs: opened, activated and closed as their streams come and go.
extension Enforcer {
  /// Requests from the daemon what the program wants and doesn't have.
  mutating func settle(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    if program.streams.isEmpty && program.heldPlayers.isEmpty && program.lingersUntil == nil {
      return end(key)
    }
    guard isEnforcing else { return }
    switch program.phase {
    case .none:
      if program.isWanted { beginWaiting(key, at: now) }
      if !program.streams.isEmpty && isOpenable(program, at: now) { open(key) }
    case .opening, .leftAlone: break
    case .open(let session): settle(key, session.number, at: now)
    }
    reportWishes(key)
  }

  /// Whether to open a session: for a program that runs, or ahead for one that is about to.
  private func isOpenable(_ program: Program, at now: Duration) -> Bool {
    program.isWanted || program.waitsUntil.map { now < $0 } == true
  }

  private mutating func settle(_ key: ProgramKey, _ session: UInt64, at now: Duration) {
    configure(key, session)
    guard let program = programs[key], program.isWanted, program.sessionState == .inactive else {
      return
    }
    beginWaiting(key, at: now)
    programs[key]?.session?.state = .activating
    effects.append(.daemon(.activate(session)))
  }

  private mutating func open(_ key: ProgramKey) {
    guard let program = programs[key] else { return }
    let described = program.streams.sorted().compactMap { streams[$0]?.description }
    guard let first = described.first, let pid = representative(of: key, described) else { return }
    lastOpening += 1
    let opening = OpeningID(lastOpening)
    programs[key]?.phase = .opening(opening)
    let configuration = configuration(of: program)
    programs[key]?.configuration = configuration
    let request = SessionRequest(
      name: Enforcer.name(of: first),
      onBehalfOf: pid,
      zone: key.zone,
      configuration: configuration
    )
    effects.append(.daemon(.open(opening, request)))
  }

  /// Changes the session to what its rule says now, without a gap in its sound.
  private mutating func configure(_ key: ProgramKey, _ session: UInt64) {
    guard let program = programs[key] else { return }
    let wanted = configuration(of: program)
    guard program.configuration != wanted else { return }
    programs[key]?.configuration = wanted
    effects.append(.daemon(.configure(session, wanted)))
  }

  /// The process on whose behalf all sessions of an application are opened, so that the daemon sees
  /// one program (R52).
  private mutating func representative(
    of key: ProgramKey,
    _ described: [StreamDescription]
  ) -> Int32? {
    let living = streams.of(key.application).compactMap { $0.description.owner.pid }
    if let known = representatives[key.application], living.contains(known) { return known }
    let pid = described.compactMap { $0.owner.pid }.min()
    representatives[key.application] = pid
    return pid
  }

  /// The name of a stream's program, for people.
  static func name(of stream: StreamDescription) -> String {
    [stream.applicationName, stream.binary, stream.nodeName].first { !$0.isEmpty } ?? "a stream"
  }

  /// Whether any of its streams is in use; one that we stopped still counts as running.
  func isRunning(_ program: Program) -> Bool {
    program.streams.contains { streams[$0]?.isInUse == true }
  }

  /// Reports whether the program plays and records, where the daemon doesn't know (R29, R65).
  mutating func reportWishes(_ key: ProgramKey) {
    guard let program = programs[key], let session = program.session else { return }
    guard session.state == .active || session.state == .interrupted else { return }
    let isPlaying = program.isWanted && !isPausedByUser(program) && hasOutput(program)
    let isRecording =
      program.adoption.category.hasInput && session.mayNotRecord == nil
      && program.streams.contains {
        streams[$0]?.description.direction == .input && streams[$0]?.state == .running
      }
    // Until it says otherwise, a session that is activated plays unless it only records.
    let assumed = program.adoption.category != .record
    let isNews = isPlaying != (session.reportedPlaying ?? assumed)
    let isRecordingNews =
      session.state == .active && isRecording != session.reportedRecording
    let playing = isNews && program.adoption.category != .record ? isPlaying : nil
    let recording = isRecordingNews ? isRecording : nil
    if isNews { programs[key]?.session?.reportedPlaying = isPlaying }
    if isRecordingNews { programs[key]?.session?.reportedRecording = isRecording }
    if playing != nil || recording != nil {
      effects.append(.daemon(.report(session.number, playing: playing, recording: recording)))
    }
  }

  private func hasOutput(_ program: Program) -> Bool {
    program.isHeld || program.isReturning
      || program.streams.contains {
        streams[$0]?.description.direction == .output && streams[$0]?.isInUse == true
      }
  }

  /// Whether its user paused all its players; a stream may run on nonetheless.
  private func isPausedByUser(_ program: Program) -> Bool {
    let own = playersOf(program)
    guard program.session?.hasPlayed == true, program.heldPlayers.isEmpty, !own.isEmpty else {
      return false
    }
    return own.allSatisfy { $0.status != .playing }
  }

  func playersOf(_ program: Program) -> [Player] {
    let own = Set(
      program.streams.compactMap { streams[$0] }.compactMap { player(of: $0.description)?.id }
    ).union(program.heldPlayers.keys)
    return own.compactMap { players[$0] }.sorted { $0.id.busName < $1.id.busName }
  }

  /// Removes a program, of which nothing is left.
  private mutating func end(_ key: ProgramKey) {
    guard let program = programs.removeValue(forKey: key) else { return }
    close(program)
  }

  /// Closes the program's session, if it has one.
  mutating func close(_ key: ProgramKey) {
    guard let program = programs[key], program.session != nil else { return }
    close(program)
    endSession(of: key)
  }

  private mutating func close(_ program: Program) {
    guard let session = program.session?.number else { return }
    daemon.forget(session)
    if !program.adoption.notifiesOthers && program.sessionState == .active {
      effects.append(.daemon(.deactivate(session)))
    }
    effects.append(.daemon(.close(session)))
  }

  /// The processes with an active session, whose suspension matters.
  package var activeProcesses: Set<Int32> {
    let active = programs.values.filter { $0.sessionState == .active }.flatMap { program in
      program.streams.compactMap { streams[$0]?.description.owner.pid }
    }
    return Set(active + daemon.activeOthers.compactMap { $0.pid })
  }

  /// The program of a session of ours.
  func key(of session: UInt64) -> ProgramKey? {
    programs.first { $0.value.session?.number == session }?.key
  }
}
