import AudioSessionTypes

/// Applying the rules to streams, which assigns each to a program.
extension Enforcer {
  mutating func judgeAll(at now: Duration) { judge(streams.ids, at: now) }

  /// Judges all streams of some applications.
  mutating func judge(streamsOf applications: Set<Application>, at now: Duration) {
    if applications.isEmpty { return }
    let theirs = streams.ids { Application($0.description).map(applications.contains) ?? false }
    judge(theirs, at: now)
  }

  /// Judges streams together: a program whose streams all come under another rule goes on under it,
  /// so that nothing is heard of the change.
  mutating func judge(_ ids: [StreamID], at now: Duration) {
    var keys: [StreamID: ProgramKey] = [:]
    let used = Set(ids.filter { streams[$0]?.isInUse == true })
    for id in ids {
      guard let description = streams[id]?.description else { continue }
      let application = Application(description)
      let activity = activity(of: description, application, at: now)
      let (verdict, lack) = settings.rules.judgement(on: description, activity, facts: daemon.facts)
      streams.judge(id, verdict, lack: lack)
      listenIfAsked(to: id, activity, at: now)
      keys[id] = key(of: description, application, verdict)
    }
    continuePrograms(keys, judged: ids, at: now)
    for id in ids { assign(id, to: keys[id], at: now) }
    for id in ids where streams[id]?.isInUse != used.contains(id) { followRule(of: id, at: now) }
  }

  /// Gives programs whose streams have all moved to one new rule that rule's key.
  private mutating func continuePrograms(
    _ keys: [StreamID: ProgramKey],
    judged: [StreamID],
    at now: Duration
  ) {
    let programsOfThese = Set(judged.compactMap { streams[$0]?.program })
      .compactMap { programs[$0] }.sorted { $0.order < $1.order }
    let judged = Set(judged)
    for program in programsOfThese {
      let former = program.key
      guard program.streams.isSubset(of: judged),
        !program.streams.contains(where: { keys[$0] == former })
      else { continue }
      // What it plays goes on unchanged; what it captures isn't heard.
      let moved = program.streams.sorted().filter { keys[$0] != nil }
      let leading =
        moved.first { streams[$0]?.description.direction == .output } ?? moved.first
      guard let leading, let key = keys[leading], programs[key] == nil, key.zone == former.zone,
        case .adopt(_, let adoption) = streams[leading]?.verdict
      else { continue }
      programs[former] = nil
      programs[key] = program.continued(as: key)
      for id in program.streams { streams.assign(id, to: key) }
      adapt(key, to: adoption, at: now)
    }
  }

  private mutating func assign(_ id: StreamID, to key: ProgramKey?, at now: Duration) {
    guard let stream = streams[id] else { return }
    if key != stream.program {
      leaveProgram(id, stream.program, at: now)
      streams.assign(id, to: key)
      if let key, case .adopt(_, let adoption) = stream.verdict {
        join(id, key, adoption, at: now)
      }
    } else if let key, case .adopt(_, let adoption) = stream.verdict {
      adapt(key, to: adoption, at: now)
    }
    setLevel(of: id, at: now)
  }

  private func key(
    of stream: StreamDescription,
    _ application: Application?,
    _ verdict: RuleVerdict
  ) -> ProgramKey? {
    guard let application, case .adopt(let rule, let adoption) = verdict,
      daemon.sessionOwner(of: stream) == nil
    else { return nil }
    return ProgramKey(application: application, rule: rule, zone: zone(of: stream, adoption))
  }

  /// The zone of a stream: by its rule, or else by its output (R63).
  private func zone(of stream: StreamDescription, _ adoption: Adoption) -> String? {
    if let zone = adoption.zone { return zone }
    guard let device = stream.device else { return nil }
    return settings.outputZones[device] ?? (settings.zones == .outputs ? device : nil)
  }

  /// The player of a stream: its own process's, or that of the nearest ancestor.
  func player(of stream: StreamDescription) -> Player? {
    for process in stream.processes {
      let own = players.values.filter { $0.pid == process }
      if let first = own.min(by: { $0.id.busName < $1.id.busName }) { return first }
    }
    return nil
  }

  private mutating func join(
    _ id: StreamID,
    _ key: ProgramKey,
    _ adoption: Adoption,
    at now: Duration
  ) {
    if programs[key] == nil {
      lastProgram += 1
      programs[key] = Program(key: key, order: lastProgram, adoption: adoption)
    } else {
      adapt(key, to: adoption, at: now)
    }
    programs[key]?.streams.insert(id)
    if streams[id]?.isInUse == true { programs[key]?.isWanted = true }
    if programs[key]?.sessionState == .inactive { beginWaiting(key, at: now) }
    settle(key, at: now)
  }

  /// Applies a changed rule to a program's session.
  private mutating func adapt(_ key: ProgramKey, to adoption: Adoption, at now: Duration) {
    guard let program = programs[key], program.adoption != adoption else { return }
    programs[key]?.adoption = adoption
    // Whoever begins to converse while it is held does so by its user's will.
    let begins = adoption.category.hasInput && !program.adoption.category.hasInput
    if begins && program.isHeld && program.isWanted {
      leavePlayers(of: key)
      programs[key]?.isPausedByLock = false
      programs[key]?.session?.state = .inactive
      programs[key]?.isReturning = true
    }
    settle(key, at: now)
    setLevels(of: key, at: now)
  }

  /// Keeps a program silent until the daemon decides, if the decision could be other than "play":
  /// it may have to be quiet from its first moment.
  mutating func beginWaiting(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key], program.waitsUntil == nil, mayBeLowered(program),
      // Nothing would be heard of it meanwhile, and it would be waited for in vain.
      !program.adoption.whileHeard
    else { return }
    programs[key]?.waitsUntil = now + settings.grantTimeout
    setLevels(of: key, at: now)
  }

  private mutating func leaveProgram(_ id: StreamID, _ key: ProgramKey?, at now: Duration) {
    guard let key, programs[key]?.streams.remove(id) != nil else { return }
    perform(streams.release(id))
    if let program = programs[key], !isRunning(program), !program.isHeld {
      programs[key]?.isWanted = false
    }
    settle(key, at: now)
  }
}
