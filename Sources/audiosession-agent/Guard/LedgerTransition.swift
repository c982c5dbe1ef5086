/// A stream as the ledger names it: beyond the process that noted it.
struct LedgerStream: Hashable {
  /// PipeWire's number for one of its lives; in another the rest names another stream.
  var cookie: UInt32
  /// `object.serial`.
  var serial: UInt64
}

/// What one line of the ledger says.
enum LedgerTransition: Equatable {
  /// The stream is not as its user wants it from now on.
  case touched(LedgerStream)
  /// The stream is its user's again.
  case released(LedgerStream)
  /// The stream is stopped by `Pause`.
  case paused(LedgerStream)
  /// The stream runs, as far as we are concerned.
  case started(LedgerStream)
  /// The player of that bus name is paused by us.
  case playerPaused(String)
  /// The player isn't ours to resume any more.
  case playerReleased(String)

  /// The line, with its end.
  var line: String {
    switch self {
    case .touched(let stream): "+volume \(stream.cookie) \(stream.serial)\n"
    case .released(let stream): "-volume \(stream.cookie) \(stream.serial)\n"
    case .paused(let stream): "+pause \(stream.cookie) \(stream.serial)\n"
    case .started(let stream): "-pause \(stream.cookie) \(stream.serial)\n"
    case .playerPaused(let name): "+player \(name)\n"
    case .playerReleased(let name): "-player \(name)\n"
    }
  }

  /// Reads a line without its end; nil for one that a crash or a full disk has cut off.
  init?(line: Substring) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].count > 1 else { return nil }
    let isBeginning = words[0].hasPrefix("+")
    guard isBeginning || words[0].hasPrefix("-") else { return nil }
    let kind = words[0].dropFirst()
    if kind == "player", words.count == 2, !words[1].isEmpty {
      self = isBeginning ? .playerPaused(String(words[1])) : .playerReleased(String(words[1]))
      return
    }
    guard words.count == 3, let cookie = UInt32(words[1]), let serial = UInt64(words[2]) else {
      return nil
    }
    let stream = LedgerStream(cookie: cookie, serial: serial)
    switch kind {
    case "volume": self = isBeginning ? .touched(stream) : .released(stream)
    case "pause": self = isBeginning ? .paused(stream) : .started(stream)
    default: return nil
    }
  }
}

/// What a ledger amounts to: everything that somebody would have to give back.
struct LedgerContents: Equatable {
  private(set) var touched: Set<LedgerStream> = []
  private(set) var paused: Set<LedgerStream> = []
  private(set) var players: Set<String> = []

  init() {}

  /// Reads a ledger's text; what isn't a line of one says nothing.
  init(text: String) {
    // What a crash has cut off has no end.
    let end = text.lastIndex(of: "\n") ?? text.startIndex
    for line in text[..<end].split(separator: "\n") {
      if let transition = LedgerTransition(line: line) { apply(transition) }
    }
  }

  var isEmpty: Bool { touched.isEmpty && paused.isEmpty && players.isEmpty }

  /// - Returns: Whether anything is other than before.
  @discardableResult
  mutating func apply(_ transition: LedgerTransition) -> Bool {
    switch transition {
    case .touched(let stream): touched.insert(stream).inserted
    case .released(let stream): touched.remove(stream) != nil
    case .paused(let stream): paused.insert(stream).inserted
    case .started(let stream): paused.remove(stream) != nil
    case .playerPaused(let name): players.insert(name).inserted
    case .playerReleased(let name): players.remove(name) != nil
    }
  }

  /// The shortest text that amounts to the same.
  var text: String {
    let lines =
      touched.map { LedgerTransition.touched($0).line }
      + paused.map { LedgerTransition.paused($0).line }
      + players.map { LedgerTransition.playerPaused($0).line }
    return lines.sorted().joined()
  }
}
