package import AudioSessionClient
package import AudioSessionWire

/// The sessions after the previous decision, to compare with those after the next.
package struct History: Sendable {
  private var sessions: [UInt64: SessionObject] = [:]

  package init() {}

  /// Starts again from these sessions.
  package mutating func replace(by sessions: [SessionObject]) {
    self.sessions = [:]
    for session in sessions { remember(session) }
  }

  /// The session of this number; nil if it isn't known.
  package subscript(number: UInt64) -> SessionObject? { sessions[number] }

  /// The label of the session of this number.
  package func label(of number: UInt64) -> String {
    sessions[number]?.sessionLabel ?? "session \(number)"
  }

  /// All sessions, in order of number.
  package var all: [SessionObject] { sessions.sorted { $0.key < $1.key }.map { $0.value } }

  /// Brings the sessions up to date with a message from the daemon.
  package mutating func take(_ notification: ClientMachine.Notification) {
    if let decision = notification.decision { apply(decision.decision) }
    if let lagged: EventsLagged = notification.read() { replace(by: lagged.sessions.sessions) }
  }

  /// Brings the sessions up to date with a decision.
  package mutating func apply(_ decision: DecisionObject) {
    for session in decision.changes { remember(session) }
    for number in decision.closed { forget(number) }
  }

  package mutating func remember(_ session: SessionObject) { sessions[session.session] = session }

  package mutating func forget(_ number: UInt64) { sessions[number] = nil }
}
