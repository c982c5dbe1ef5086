/// Where a connection stands between its first byte and its last: a state machine.
///
/// Input goes from open over the last words, which were read and remain to be carried out, to the
/// end; output is dropped from the moment on at which nobody will read it. The two ends come in any
/// order. Each transition says whether it happened, so that what follows from it is done once.
struct ConnectionLife: Equatable {
  /// Why the daemon itself ends a connection.
  enum Fault: Equatable {
    case endlessLine, unreadNotifications, heldBytes, unwatchable
  }

  private enum Input {
    /// Bytes may come.
    case open
    /// The end of file was read; complete lines remain to be carried out.
    case lastWords
    /// Its sessions have ended; what it is owed is still sent.
    case draining
    case closed
  }

  private var input = Input.open
  /// Whether somebody may still read what is written: the peer neither hung up nor ended.
  private(set) var hasReader = true
  /// The connection is to be cut off at the end of the turn.
  private(set) var fault: Fault?

  /// Bytes may come.
  var isOpen: Bool { input == .open }
  /// Its sessions live: what was read is carried out.
  var isServed: Bool { input == .open || input == .lastWords }
  /// The end of file was read, and its sessions live.
  var hasLastWords: Bool { input == .lastWords }
  var isDraining: Bool { input == .draining }
  var isClosed: Bool { input == .closed }

  /// No more bytes come, or none that are taken.
  mutating func endInput() { if input == .open { input = .lastWords } }

  /// Nobody will read what is written.
  mutating func loseReader() -> Bool {
    defer { hasReader = false }
    return hasReader
  }

  /// The connection is to be cut off; the first reason counts.
  mutating func cutOff(_ fault: Fault) { if self.fault == nil { self.fault = fault } }

  /// Its sessions end.
  mutating func drain() -> Bool {
    guard isServed else { return false }
    input = .draining
    return true
  }

  /// It is no more.
  mutating func close() -> Bool {
    defer { input = .closed }
    return !isClosed
  }
}

extension ConnectionLife.Fault: CustomStringConvertible {
  /// For the journal, after "cut off process … of user …,".
  var description: String {
    switch self {
    case .endlessLine: "which sent a line without end"
    case .unreadNotifications: "which doesn't read its notifications"
    case .heldBytes: "whose connections hold too much that is unread or unsent"
    case .unwatchable: "which can't be watched any longer"
    }
  }
}
