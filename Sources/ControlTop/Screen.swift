import ControlCore

/// The lines that a terminal shows at the moment, to change only those that are different.
struct Screen: Sendable {
  private var shown: [ScreenLine] = []

  /// Forgets what is shown, so that everything is drawn anew.
  mutating func forget() { shown = [] }

  /// The text that brings the terminal from the former lines to these; empty if they are the same.
  ///
  /// It is a synchronized update, which terminals that know such show at once.
  mutating func update(_ lines: [ScreenLine], columns: Int, _ colour: Colour) -> String {
    let isNew = shown.count != lines.count
    var text = isNew ? "\u{1B}[2J" : ""
    for (index, line) in lines.enumerated() where isNew || line != shown[index] {
      let painted = line.painted(columns: columns, colour)
      text += "\u{1B}[\(index + 1);1H\(painted.text)"
      // Behind the last column the cursor stays upon it, and the character there would be erased.
      if !isNew, painted.width < columns { text += "\u{1B}[K" }
    }
    shown = lines
    return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
  }
}
