/// The text of a configuration file in systemd's dialect, line by line with its places.
///
/// `[Section]`, `Key=Value`, and comments that begin with `#` or `;`. Blanks around any of them
/// don't count. There is no quoting, no continuation and there are no specifiers. What sections and
/// keys exist isn't known here.
package struct UnitFile: Equatable, Sendable {
  /// The content of a line that is neither blank nor a comment.
  package enum Content: Equatable, Sendable {
    case section(String)
    case assignment(key: String, value: String)
    /// A line that isn't in this dialect.
    case malformed(found: String, expected: String)
  }

  /// A line and where it stands.
  package struct Line: Equatable, Sendable {
    package var place: Place
    package var content: Content

    package init(_ place: Place, _ content: Content) {
      self.place = place
      self.content = content
    }
  }

  package private(set) var lines: [Line] = []

  /// Reads the bytes of `file`; each fault becomes a line of its own.
  package init(_ bytes: [UInt8], file: String) {
    let newline = UInt8(ascii: "\n")
    let pieces = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      guard let content = UnitFile.content(of: piece) else { continue }
      lines.append(Line(Place(file: file, line: index + 1), content))
    }
  }

  private static func content(of bytes: ArraySlice<UInt8>) -> Content? {
    if bytes.contains(0) {
      return .malformed(found: "a zero byte", expected: "text in UTF-8")
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return .malformed(found: "bytes that aren't UTF-8", expected: "text in UTF-8")
    }
    let text = trimmed(line[...])
    switch text.first {
    case nil, "#", ";": return nil
    case "[": return section(text)
    default: return assignment(text)
    }
  }

  private static func section(_ text: Substring) -> Content {
    guard text.hasSuffix("]"), text.count > 2 else {
      return .malformed(found: String(text), expected: "[Section]")
    }
    return .section(String(text.dropFirst().dropLast()))
  }

  private static func assignment(_ text: Substring) -> Content {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      return .malformed(found: String(text), expected: "Key=Value, [Section] or a comment")
    }
    return .assignment(
      key: String(trimmed(text[..<equals])),
      value: String(trimmed(text[text.index(after: equals)...]))
    )
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return start[...last]
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\r"
  }
}
