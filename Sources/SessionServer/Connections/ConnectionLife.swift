/// The state of a connection between its first byte and its last, as a state machine.
///
/// Input goes from open, through the last words (lines read but not yet carried out), to the end.
/// Output is dropped as soon as nobody will read it. The two may end in either order. A transition
/// with consequences returns whether it happened, so that they follow only once.
struct ConnectionLife: Equatable {
  /// The reason why the daemon itself ends a connection.
  enum Fault: Equatable {
    case endlessLine, unreadNotifications, heldBytes, unwatchable, unsendable
  }

  private enum Input {
    /// Bytes may arrive.
    case open
    /// End of file was read; complete lines remain to be carried out.
    case lastWords
    /// It is cut off: nothing is read or sent any more, and its sessions are about to end.
    case abandoned
    /// Its sessions have ended; the output it is owed is still sent.
    case draining
    case closed
  }

  private var input = Input.open
  /// Whether output may still be read: the peer has neither hung up nor ended.
  private(set) var hasReader = true
  /// The reason to cut off the connection at the end of the turn, if any.
  private(set) var fault: Fault?

  /// Whether bytes may arrive.
  var isOpen: Bool { input == .open }
  /// Whether its sessions are alive, so that its input is carried out.
  var isServed: Bool { input == .open || input == .lastWords }
  /// Whether end of file was read while its sessions are still alive.
  var hasLastWords: Bool { input == .lastWords }
  var isDraining: Bool { input == .draining }
  /// Whether messages are sent to it: somebody reads them, and it isn't about to be cut off.
  var isTold: Bool { hasReader && fault == nil && !isClosed }
  var isClosed: Bool { input == .closed }

  /// Ends the input: no more bytes arrive, or none are accepted.
  mutating func endInput() { if input == .open { input = .lastWords } }

  /// Records that nobody will read the output; returns false if that was known before.
  mutating func loseReader() -> Bool {
    defer { hasReader = false }
    return hasReader
  }

  /// Requests that the connection be cut off; the first reason counts.
  mutating func cutOff(_ fault: Fault) { if self.fault == nil { self.fault = fault } }

  /// Gives the connection up, whose sessions will end; returns false if it wasn't served.
  mutating func abandon() -> Bool {
    guard isServed else { return false }
    input = .abandoned
    return true
  }

  /// Begins to drain the connection, whose sessions end; returns false if they have ended.
  mutating func drain() -> Bool {
    guard isServed || input == .abandoned else { return false }
    input = .draining
    return true
  }

  /// Closes the connection; returns false if it was closed already.
  mutating func close() -> Bool {
    defer { input = .closed }
    return !isClosed
  }
}

extension ConnectionLife.Fault: CustomStringConvertible {
  /// The reason for the journal, after "cut off process … of user …,".
  var description: String {
    switch self {
    case .endlessLine: "which sent a line without end"
    case .unreadNotifications: "which doesn't read its notifications"
    case .heldBytes: "whose connections hold too much that is unread or unsent"
    case .unwatchable: "which can't be watched any longer"
    case .unsendable: "to which nothing can be sent any longer"
    }
  }
}
