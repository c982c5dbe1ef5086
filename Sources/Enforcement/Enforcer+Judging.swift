/// Applying the rules to streams, which assigns each to a program.
extension Enforcer {
  mutating func judgeAll(at now: Duration) {
    for id in streams.keys.sorted() { judge(id, at: now) }
  }

  mutating func judgeAll(of application: Application, at now: Duration) {
    for id in streams.keys.sorted() {
      guard let description = streams[id]?.description else { continue }
      if Application(description) == application { judge(id, at: now) }
    }
  }

  mutating func judge(_ id: StreamID, at now: Duration) {
    guard let stream = streams[id] else { return }
    let description = stream.description
    let application = Application(description)
    let verdict = settings.rules.verdict(
      on: description,
      player: player(of: description)?.identity,
      isCapturing: application.map(isCapturing) ?? false,
      facts: daemon
    )
    streams[id]?.verdict = verdict
    let key = key(of: description, application, verdict)
    if key != stream.program {
      leaveProgram(id, stream.program, at: now)
      streams[id]?.program = key
      if let key, case .adopt(_, let adoption) = verdict { join(id, key, adoption, at: now) }
    } else if let key, case .adopt(_, let adoption) = verdict {
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
      speaker(of: stream) == nil
    else { return nil }
    return ProgramKey(application: application, rule: rule, zone: zone(of: stream, adoption))
  }

  /// The zone of a stream: by its rule, or else by its output (R63).
  private func zone(of stream: StreamDescription, _ adoption: Adoption) -> String? {
    if let zone = adoption.zone { return zone }
    guard let device = stream.device else { return nil }
    return settings.outputZones[device] ?? (settings.zones == .outputs ? device : nil)
  }

  private func isCapturing(_ application: Application) -> Bool {
    streams.values.contains {
      $0.description.direction == .input && $0.state == .running
        && Application($0.description) == application
    }
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
    if streams[id]?.state == .running { programs[key]?.isWanted = true }
    if programs[key]?.standing == .inactive { beginWaiting(key, at: now) }
    settle(key, at: now)
  }

  /// Applies a changed rule, which needs a new session.
  private mutating func adapt(_ key: ProgramKey, to adoption: Adoption, at now: Duration) {
    guard let program = programs[key], program.adoption != adoption else { return }
    close(program)
    programs[key]?.adoption = adoption
    beginAnew(key, at: now)
  }

  /// Whether anything plays or is held that could lower the program or have it refused.
  private func mayBeLowered(_ program: Program) -> Bool {
    guard isEnforcing else { return false }
    return !targets.isEmpty || others.values.contains { $0.state == .active }
      || programs.values.contains {
        $0.key != program.key && ($0.standing == .active || $0.standing == .activating)
      }
  }

  /// Keeps a program silent until the daemon decides, if the decision could be other than "play":
  /// it may have to be quiet from its first moment.
  mutating func beginWaiting(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key], program.waitsUntil == nil, mayBeLowered(program) else {
      return
    }
    programs[key]?.waitsUntil = now + settings.grantTimeout
    setLevels(of: key, at: now)
  }

  private mutating func leaveProgram(_ id: StreamID, _ key: ProgramKey?, at now: Duration) {
    guard let key, programs[key]?.streams.remove(id) != nil else { return }
    if streams[id]?.isStopped == true {
      streams[id]?.isStopped = false
      effects.append(.start(id))
    }
    streams[id]?.isOverridden = false
    if let program = programs[key], !isRunning(program), !program.isHeld {
      programs[key]?.isWanted = false
    }
    settle(key, at: now)
  }
}
