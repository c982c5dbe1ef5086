/// A stream's identity in the ledger, which outlives the process that noted it.
struct LedgerStream: Hashable {
  /// The cookie of one run of PipeWire; serials of another run name other streams.
  var cookie: UInt32
  /// `object.serial`.
  var serial: UInt64
}

/// One line of the ledger.
enum LedgerTransition: Equatable {
  /// The stream now differs from what its user wants.
  case touched(LedgerStream)
  /// The stream is as its user wants it again.
  case released(LedgerStream)
  /// The stream is stopped by `Pause`.
  case paused(LedgerStream)
  /// The stream is no longer stopped by us.
  case started(LedgerStream)
  /// The player with that bus name is paused by us.
  case playerPaused(String)
  /// The player is no longer ours to resume.
  case playerReleased(String)

  /// The line, with its newline.
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

  /// Reads a line without its newline; nil for one that a crash or a full disk has cut off.
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

/// The sum of a ledger's lines: everything that would have to be restored.
struct LedgerContents: Equatable {
  private(set) var touched: Set<LedgerStream> = []
  private(set) var paused: Set<LedgerStream> = []
  private(set) var players: Set<String> = []

  init() {}

  /// Reads a ledger's text; lines that aren't valid are skipped.
  init(text: String) {
    // What a crash has cut off has no end.
    let end = text.lastIndex(of: "\n") ?? text.startIndex
    for line in text[..<end].split(separator: "\n") {
      if let transition = LedgerTransition(line: line) { apply(transition) }
    }
  }

  var isEmpty: Bool { touched.isEmpty && paused.isEmpty && players.isEmpty }

  /// - Returns: Whether anything changed.
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

  /// The shortest text with the same contents.
  var text: String {
    let lines =
      touched.map { LedgerTransition.touched($0).line }
      + paused.map { LedgerTransition.paused($0).line }
      + players.map { LedgerTransition.playerPaused($0).line }
    return lines.sorted().joined()
  }
}
