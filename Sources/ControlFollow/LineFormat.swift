import AudioSessionWire
import ControlCore

/// A line made of text and facts, such as `{{name}} {{state}} {{gain}}`.
struct LineFormat: Sendable {
  private enum Piece: Sendable {
    case text(String)
    case fact(@Sendable (HeardChange) -> String)
  }

  private var pieces: [Piece] = []

  /// The format if none is given.
  static let usual = "{{name}} {{state}} {{gain}} {{by}}"

  init(_ text: String) throws(Failure) {
    var rest = text[...]
    while let (before, behind) = rest.cut(at: "{{") {
      pieces.append(.text(String(before)))
      guard let (name, next) = behind.cut(at: "}}") else {
        throw .usage("--format: expected }} after {{\(String(behind).printable)")
      }
      pieces.append(.fact(try LineFormat.fact(named: name)))
      rest = next
    }
    pieces.append(.text(String(rest)))
  }

  /// The line, without spaces at its end.
  func line(_ change: HeardChange) -> String {
    var line = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .fact(let fact): fact(change)
      }
    }.joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func fact(
    named word: Substring
  ) throws(Failure) -> @Sendable (HeardChange) -> String {
    let name = word.drop { $0 == " " }.prefix { $0 != " " }
    if let fact = HeardChange.facts.first(where: { $0.name == name }) { return fact.text }
    let names = HeardChange.facts.map { $0.name }
    let guess = names.nearest(to: String(name)).map { "; did you mean \($0)?" } ?? ""
    let expected = names.joined(separator: ", ")
    throw .usage("--format: expected one of \(expected), found \(String(word).printable)\(guess)")
  }
}
