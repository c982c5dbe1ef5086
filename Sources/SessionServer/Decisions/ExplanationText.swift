import AudioSessionArbitration
import AudioSessionTypes

/// The sentences of `policy.explain`, which describe an explanation's data to people.
struct ExplanationText {
  /// The maximum number of causes that are explained for one session.
  static let limit = 64

  /// Returns a session's name if the reader may know it, otherwise its number.
  let name: (SessionID) -> String
  let kinds: KindNames

  /// Returns one sentence that is clear without knowledge of the rules, and names the rule.
  func sentence(for session: SessionID, _ explanation: Explanation) -> String {
    let what = clause(explanation)
    return "\(name(session)) \(what) (\(source(explanation.reason)))."
  }

  private func clause(_ explanation: Explanation) -> String {
    let other = explanation.by.map(name) ?? "another session"
    switch explanation.effect {
    case .interrupted: return interrupted(explanation, other)
    case .waiting: return "waits for \(other), which \(delay(explanation.reason.rule))"
    case .offered: return "may take up its sound again, and others wait for it a while"
    case .ducked: return "is lowered under \(other)"
    case .silenced: return "is silent because the silent switch is on"
    case .refused: return refused(explanation)
    }
  }

  private func interrupted(_ explanation: Explanation, _ other: String) -> String {
    guard explanation.by == nil else { return "is interrupted by \(other)" }
    switch explanation.interruption {
    case .builtInMicMuted: return "is interrupted because the microphone is muted"
    case .routeDisconnected: return "is interrupted because its output device went away"
    case .appWasSuspended: return "is interrupted because its process was suspended"
    case .default, nil: return "is interrupted because the machine sleeps"
    }
  }

  private func delay(_ rule: Rule) -> String {
    rule == .R30 ? "may take up its sound first" : "is interrupted itself"
  }

  private func refused(_ explanation: Explanation) -> String {
    let code = explanation.error?.fourCC.map { "'\($0)'" } ?? explanation.error.map { "\($0.code)" }
    let with = code.map { " with \($0)" } ?? ""
    let because = explanation.by.map { " because of \(name($0))" } ?? ""
    return "was refused\(with)\(because)"
  }

  private func source(_ reason: Reason) -> String {
    guard let cell = reason.cell else { return reason.rule.name }
    return "\(reason.rule.name) \(kinds[cell])"
  }
}
