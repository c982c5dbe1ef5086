package import AgentAnswers

/// The report about all streams, for people.
extension Enforcer {
  /// All streams, sorted by number.
  package var report: [StreamReport] {
    streams.ids.compactMap { id in streams[id].map { report(id, $0) } }
  }

  private func report(_ id: StreamID, _ stream: TrackedStream) -> StreamReport {
    let description = stream.description
    let program = stream.program.flatMap { programs[$0] }
    let own = daemon.ownSessions(of: description)
    let isClaimed = if case .claim = description.owner { true } else { false }
    return StreamReport(
      stream: id.number,
      direction: description.direction == .output ? .output : .input,
      application: Enforcer.name(of: description),
      mediaName: description.mediaName,
      pid: description.owner.pid,
      isClaimed: isClaimed,
      device: description.device,
      state: StreamReport.State(stream.state),
      rule: stream.verdict.rule,
      session: program?.session?.number ?? own.map { $0.session }.min(),
      gain: stream.fader.value,
      standing: standing(of: stream, program),
      because: reason(for: stream, program, speaksForItself: !own.isEmpty)
        + lack(of: stream, speaksForItself: !own.isEmpty),
      trouble: program?.refusal
    )
  }

  /// What the stream would be with a grant, to follow its reason.
  private func lack(of stream: TrackedStream, speaksForItself: Bool) -> String {
    guard let lack = stream.lack, daemon.facts != nil, !speaksForItself else { return "" }
    guard case .credential = stream.description.owner else {
      return "; [Rule \(lack.rule)] won't, since only the program itself says which process it is"
    }
    return "; it would be taken by [Rule \(lack.rule)] with [Grant \(lack.grant)]"
  }

  private func standing(of stream: TrackedStream, _ program: Program?) -> StreamReport.Standing {
    if stream.isOverridden || program?.isOverridden == true { return .overridden }
    if program?.waitsUntil != nil { return .waiting }
    if program?.isHeld == true {
      return program?.adoption.hold == .pause && stream.description.direction == .output
        ? .paused : .silenced
    }
    switch stream.fader.target {
    case 1: return .free
    case 0: return .silenced
    default: return .ducked
    }
  }

  private func reason(
    for stream: TrackedStream,
    _ program: Program?,
    speaksForItself: Bool
  ) -> String {
    if case .unknown(let because) = stream.description.owner { return because }
    if speaksForItself {
      if isMutedByProgram(stream) { return "its program has muted it (R68)" }
      return stream.port == nil
        ? "its program has a session of its own" : "its program has chosen its device (R69)"
    }
    guard let program else {
      return stream.verdict.rule.map { "[Rule \($0)] leaves it alone" } ?? "no rule fits it"
    }
    let taken = "[Rule \(program.key.rule)] takes it"
    if daemon.facts == nil { return "\(taken); no daemon answers" }
    if stream.isOverridden || program.isOverridden {
      return "\(taken); its user wanted it heard (R57)"
    }
    if isHushed(stream) { return "\(taken); silent during Do Not Disturb" }
    switch (program.phase, program.sessionState) {
    case (.leftAlone(let because), _): return "\(taken), but the daemon won't: \(because)"
    case (_, .refused(let because)): return "\(taken); refused: \(because)"
    case (_, .interrupted): return "\(taken); interrupted"
    case (_, .ended): return "\(taken); its interruption has ended, and its user may go on"
    case _ where program.isPausedByLock:
      let way = program.adoption.hold == .pause ? "paused" : "silenced"
      return "\(taken); \(way) because the screen is locked"
    case (_, .activating), (.opening, _): return "\(taken); the daemon is asked"
    case (_, .active), (_, .inactive):
      let isUnheard = program.adoption.whileHeard && !hasSound(program)
      return isUnheard ? "\(taken) while it is heard, and now it is silent" : taken
    }
  }
}

extension StreamReport.State {
  fileprivate init(_ state: StreamState) {
    self =
      switch state {
      case .running: .running
      case .idle: .idle
      case .suspended: .suspended
      }
  }
}

extension RuleVerdict {
  /// The rule that spoke.
  fileprivate var rule: String? {
    switch self {
    case .adopt(let rule, _): rule
    case .leave(let rule): rule
    }
  }
}
