import AudioSessionWire

/// The sessions after the previous decision, to compare with those after the next.
struct History: Sendable {
  private var sessions: [Int64: JSONValue] = [:]

  /// Starts again from these sessions.
  mutating func replace(by sessions: [JSONValue]) {
    self.sessions = [:]
    for session in sessions { remember(session) }
  }

  /// The session of this number; nil if it isn't known.
  subscript(number: Int64) -> JSONValue? { sessions[number] }

  /// The label of the session of this number.
  func label(of number: Int64) -> String { sessions[number]?.sessionLabel ?? "session \(number)" }

  mutating func remember(_ session: JSONValue) {
    if let number = session.sessionNumber { sessions[number] = session }
  }

  mutating func forget(_ number: Int64) { sessions[number] = nil }
}
