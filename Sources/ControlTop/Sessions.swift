import AudioSessionWire
import ControlCore

/// The sessions and the latest decisions, as far as the daemon has reported them.
struct Sessions: Sendable {
  /// A decision, with the sessions that it concerns as they were before it.
  struct Decision: Sendable {
    let message: JSONValue
    let moment: Int64
    let before: UntypedHistory
  }

  /// The number of decisions that are kept to be shown.
  private static let keptDecisions = 100

  private(set) var rows: [Int64: TopRow] = [:]
  /// The latest decisions, oldest first.
  private(set) var decisions: [Decision] = []
  /// The number of the decision as of which the sessions are known.
  private(set) var decision: Int64 = 0

  /// Forgets the sessions of a daemon that has ended; what was decided remains to be seen.
  mutating func forget() {
    rows = [:]
    decision = 0
  }

  /// Takes a reply of `server.log`, which tells since when each session is as it is.
  mutating func take(log: JSONValue) {
    for entry in log["decisions"]?.array ?? [] {
      guard let moment = entry.moment else { continue }
      apply(entry, at: moment)
    }
  }

  /// Takes a list of all sessions, which counts from now on.
  mutating func replace(by sessions: [JSONValue], asOf decision: Int64, at moment: Int64) {
    var current: [Int64: TopRow] = [:]
    for session in sessions {
      guard let number = session.sessionNumber else { continue }
      current[number] = rows[number] ?? TopRow(session, since: nil)
      current[number]?.update(session, at: moment)
    }
    rows = current
    self.decision = decision
  }

  /// Takes a decision; one that the sessions contain already changes nothing.
  mutating func apply(_ message: JSONValue, at moment: Int64) {
    guard let number = message["seq"]?.integer, number > decision else { return }
    decision = number
    let before = history(of: message)
    // Twice as many before some are removed, so that not each decision moves all others.
    if decisions.count >= 2 * Sessions.keptDecisions {
      decisions.removeFirst(Sessions.keptDecisions)
    }
    decisions.append(Decision(message: message, moment: moment, before: before))
    for session in message["changes"]?.array ?? [] { change(session, by: message, at: moment) }
    for number in message.numbers(in: "closed") { rows[number] = nil }
    if let cause = message["cause"], cause["method"]?.string == "session.activate",
      let session = cause.sessionNumber, let error = cause.text(of: "error")
    {
      rows[session]?.refuse(error, at: moment)
    }
  }

  private mutating func change(_ session: JSONValue, by message: JSONValue, at moment: Int64) {
    guard let number = session.sessionNumber else { return }
    guard rows[number] == nil else {
      rows[number]?.update(session, at: moment)
      return
    }
    // Found in the log for the first time: a mere configuration didn't change its condition.
    let cause = message["cause"] ?? [:]
    let isConfigured =
      cause["method"]?.string == "session.configure" && cause.sessionNumber == number
    rows[number] = TopRow(session, since: isConfigured ? nil : moment)
  }

  /// The sessions that a decision mentions.
  private func history(of message: JSONValue) -> UntypedHistory {
    let changes = message["changes"]?.array ?? []
    var numbers = changes.flatMap { session in
      session.numbers(in: "interruptedBy") + session.numbers(in: "duckedBy")
    }
    numbers += message.touchedSessions
    if let blocker = message["cause"]?["blocker"]?.integer { numbers.append(blocker) }
    var history = UntypedHistory()
    for number in numbers {
      if let session = rows[number]?.session { history.remember(session) }
    }
    return history
  }

  /// Takes an explanation, nil if there is none; `decision` was the latest when it was requested.
  mutating func explain(_ number: Int64, _ explanation: JSONValue?, asOf decision: Int64) {
    rows[number]?.explain(explanation, asOf: decision)
  }
}
