/// The tokens of a Swift file: words and marks, without comments and without the text of literals.
///
/// What a string interpolates is code and stays; line ends stay too, since they end declarations.
struct SwiftTokens {
  struct Token: Equatable {
    /// A word, a number, a single punctuation mark, or "\n".
    let text: String
    let line: Int

    var isWord: Bool {
      text.utf8.first.map { SwiftTokens.continuesWord($0) && !(48...57).contains($0) } ?? false
    }
  }

  private(set) var all: [Token] = []
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ source: String) {
    bytes = Array(source.utf8)
    read(untilParenthesis: false)
  }

  /// The distinct words.
  var words: Set<String> { Set(all.lazy.filter(\.isWord).map(\.text)) }

  /// Reads to the end, or to the parenthesis that closes an interpolation, which it takes too.
  private mutating func read(untilParenthesis: Bool) {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where startsRegex():
        readRegex(hashes: 0)
      case UInt8(ascii: "\""):
        readString(hashes: 0)
      case UInt8(ascii: "#"):
        readHash()
      case UInt8(ascii: "`"):
        place += 1
      case let byte where Self.continuesWord(byte):
        let start = place
        skip(while: Self.continuesWord)
        add(String(decoding: bytes[start..<place], as: UTF8.self))
      case UInt8(ascii: " "):
        place += 1
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis, depth < 0 { return place += 1 }
        add(String(UnicodeScalar(byte)))
        if byte == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
    }
  }

  /// Reads a raw literal, or leaves the hash as a mark: `#if`, `#expect`.
  private mutating func readHash() {
    let start = place
    skip { $0 == UInt8(ascii: "#") }
    let hashes = place - start
    switch peek() {
    case UInt8(ascii: "\""): readString(hashes: hashes)
    case UInt8(ascii: "/"): readRegex(hashes: hashes)
    default: add("#")
    }
  }

  /// Reads a literal from its first quote, and what it interpolates as code.
  private mutating func readString(hashes: Int) {
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + hashMarks(hashes)
    let escape = [UInt8(ascii: "\\")] + hashMarks(hashes)
    place += quotes
    add("\"")
    while let byte = peek() {
      if matches(end) { return place += end.count }
      if !isLong, byte == UInt8(ascii: "\n") { return }
      if matches(escape) {
        place += escape.count
        if peek() == UInt8(ascii: "(") {
          place += 1
          read(untilParenthesis: true)
          continue
        }
      }
      if peek() == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
  }

  private mutating func readRegex(hashes: Int) {
    let end = [UInt8(ascii: "/")] + hashMarks(hashes)
    place += 1
    add("/")
    while let byte = peek(), !matches(end) {
      if byte == UInt8(ascii: "\n") {
        if hashes == 0 { return }
        line += 1
      }
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place += end.count
  }

  /// A slash begins a regular expression where no operand stands before it and no blank behind it.
  private func startsRegex() -> Bool {
    guard peek(1) != UInt8(ascii: " "), let before = all.last?.text else { return false }
    return ["(", ",", "=", ":", "[", "{", "\n"].contains(before)
  }

  private mutating func add(_ text: String) {
    all.append(Token(text: text, line: line))
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = peek(), condition(byte) { place += 1 }
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  private func matches(_ text: [UInt8]) -> Bool {
    bytes[place...].starts(with: text)
  }

  private func hashMarks(_ count: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "#"), count: count)
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default:
      false
    }
  }
}
