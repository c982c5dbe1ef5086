import AudioSessionWire
import ControlCore

/// The sessions and the latest decisions, as far as the daemon has reported them.
struct Sessions: Sendable {
  /// A decision, with the sessions that it concerns as they were before it.
  struct Decision: Sendable {
    let entry: LogEntry
    let moment: Int64
    let before: History
  }

  /// The number of decisions that are kept to be shown.
  private static let keptDecisions = 100

  private(set) var rows: [UInt64: TopRow] = [:]
  /// The latest decisions, oldest first.
  private(set) var decisions: [Decision] = []
  /// The number of the decision as of which the sessions are known.
  private(set) var decision: UInt64 = 0

  /// Forgets the sessions of a daemon that has ended; what was decided remains to be seen.
  mutating func forget() {
    rows = [:]
    decision = 0
  }

  /// Takes the decisions of the log, which tell since when each session is as it is.
  mutating func take(log: [LogEntry]) {
    for entry in log {
      guard let moment = entry.decision.moment else { continue }
      apply(entry, at: moment)
    }
  }

  /// Takes a list of all sessions, which counts from now on.
  mutating func replace(by sessions: [SessionObject], asOf decision: UInt64, at moment: Int64) {
    var current: [UInt64: TopRow] = [:]
    for session in sessions {
      let number = session.session
      current[number] = rows[number] ?? TopRow(session, since: nil)
      current[number]?.update(session, at: moment)
    }
    rows = current
    self.decision = decision
  }

  /// Takes a decision; one that the sessions contain already changes nothing.
  mutating func apply(_ entry: LogEntry, at moment: Int64) {
    guard entry.seq > decision else { return }
    decision = entry.seq
    let before = history(of: entry.decision)
    // Twice as many before some are removed, so that not each decision moves all others.
    if decisions.count >= 2 * Sessions.keptDecisions {
      decisions.removeFirst(Sessions.keptDecisions)
    }
    decisions.append(Decision(entry: entry, moment: moment, before: before))
    let cause = entry.decision.cause
    for session in entry.decision.changes { change(session, because: cause, at: moment) }
    for number in entry.decision.closed { rows[number] = nil }
    if cause.trigger == .method(.sessionActivate), let session = cause.session,
      let error = cause.errorName
    {
      rows[session]?.refuse(error, at: moment)
    }
  }

  private mutating func change(
    _ session: SessionObject,
    because cause: Cause,
    at moment: Int64
  ) {
    let number = session.session
    guard rows[number] == nil else {
      rows[number]?.update(session, at: moment)
      return
    }
    // Found in the log for the first time: a mere configuration didn't change its condition.
    let isConfigured = cause.trigger == .method(.sessionConfigure) && cause.session == number
    rows[number] = TopRow(session, since: isConfigured ? nil : moment)
  }

  /// The sessions that a decision mentions.
  private func history(of decision: DecisionObject) -> History {
    var numbers = decision.changes.flatMap { $0.interruptedBy + $0.duckedBy }
    numbers += decision.touchedSessions
    if let blocker = decision.cause.blocker { numbers.append(blocker) }
    var history = History()
    for number in numbers {
      if let session = rows[number]?.session { history.remember(session) }
    }
    return history
  }

  /// Takes an explanation, nil if there is none; `decision` was the latest when it was requested.
  mutating func explain(
    _ number: UInt64,
    _ explanation: ExplanationResult?,
    asOf decision: UInt64
  ) {
    rows[number]?.explain(explanation, asOf: decision)
  }
}
