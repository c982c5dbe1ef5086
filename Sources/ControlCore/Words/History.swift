package import AudioSessionClient
package import AudioSessionWire

/// The sessions after the previous decision, to compare with those after the next.
package struct History: Sendable {
  private var sessions: [Int64: JSONValue] = [:]

  package init() {}

  /// Starts again from these sessions.
  package mutating func replace(by sessions: [JSONValue]) {
    self.sessions = [:]
    for session in sessions { remember(session) }
  }

  /// The session of this number; nil if it isn't known.
  package subscript(number: Int64) -> JSONValue? { sessions[number] }

  /// The label of the session of this number.
  package func label(of number: Int64) -> String {
    sessions[number]?.sessionLabel ?? "session \(number)"
  }

  /// All sessions, in order of number.
  package var all: [JSONValue] { sessions.sorted { $0.key < $1.key }.map(\.value) }

  /// Brings the sessions up to date with a message from the daemon.
  package mutating func take(_ notification: ClientMachine.Notification) {
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision: apply(notification.params)
    case .eventsLagged: replace(by: notification.params["sessions"]?.array ?? [])
    default: break
    }
  }

  /// Brings the sessions up to date with a decision.
  package mutating func apply(_ decision: JSONValue) {
    for session in decision["changes"]?.array ?? [] { remember(session) }
    for number in decision.numbers(in: "closed") { forget(number) }
  }

  package mutating func remember(_ session: JSONValue) {
    if let number = session.sessionNumber { sessions[number] = session }
  }

  package mutating func forget(_ number: Int64) { sessions[number] = nil }
}
