extension String {
  /// The number of columns that the text takes on a terminal.
  package var displayWidth: Int {
    // By far the most texts are of this kind, and a full screen measures thousands of them.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The words, in lines of at most this many columns; a longer word has a line of its own.
  package func filled(to columns: Int) -> [String] {
    split { $0 == " " || $0 == "\n" }.reduce(into: [""]) { lines, word in
      let line = lines.removeLast()
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      lines += longer.displayWidth <= columns || line.isEmpty ? [longer] : [line, String(word)]
    }
  }

  /// The text in at most this many columns, shortened with an ellipsis if necessary.
  package func shortened(to columns: Int) -> String {
    if displayWidth <= columns { return self }
    if columns <= 0 { return "" }
    var text = ""
    var width = 0
    for character in self {
      width += String(character).displayWidth
      if width > columns - 1 { break }
      text.append(character)
    }
    return text + "…"
  }
}

extension Character {
  /// The width of the widest scalar: accents and joiners take no columns of their own.
  fileprivate var displayWidth: Int { unicodeScalars.reduce(0) { max($0, $1.displayWidth) } }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks of East Asian scripts, whose characters take two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x1B2FF,
    0x20000...0x3FFFD,
  ]
}
