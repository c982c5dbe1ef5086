import AudioSessionWire

/// The sessions as they were after the decision before, so that one can say what a decision changed.
struct History: Sendable {
  private var sessions: [Int64: JSONValue] = [:]

  /// Forgets all and starts from these.
  mutating func replace(by sessions: [JSONValue]) {
    self.sessions = [:]
    for session in sessions { remember(session) }
  }

  /// The session as it was, nil if it wasn't seen.
  subscript(number: Int64) -> JSONValue? { sessions[number] }

  /// What to call the session of a number.
  func label(of number: Int64) -> String { sessions[number]?.sessionLabel ?? "session \(number)" }

  mutating func remember(_ session: JSONValue) {
    if let number = session.sessionNumber { sessions[number] = session }
  }

  mutating func forget(_ number: Int64) { sessions[number] = nil }
}
