import ControlCore

/// A line of a full screen: pieces of text, each with its style.
struct ScreenLine: Equatable, Sendable {
  var pieces: [Table.Cell]
  /// True for the line that the keys act on.
  var isSelected = false

  init(_ pieces: [Table.Cell] = [], isSelected: Bool = false) {
    self.pieces = pieces
    self.isSelected = isSelected
  }

  init(_ text: String, _ style: Colour.Style? = nil) { self.init([Table.Cell(text, style)]) }

  /// The line in at most this many columns, with its colours, and how many it takes.
  func painted(columns: Int, _ colour: Colour) -> (text: String, width: Int) {
    var text = ""
    var room = columns
    for piece in pieces where room > 0 {
      let part = piece.text.shortened(to: room)
      room -= part.displayWidth
      text += isSelected ? part : colour.paint(part, piece.style)
    }
    guard isSelected, colour.isOn else { return (text, columns - room) }
    return (colour.paint(text + String(repeating: " ", count: room), .selected), columns)
  }
}

extension String {
  /// The text in exactly this many columns.
  func fitted(to columns: Int, isRight: Bool = false) -> String {
    let text = shortened(to: columns)
    let blanks = String(repeating: " ", count: max(0, columns - text.displayWidth))
    return isRight ? blanks + text : text + blanks
  }
}
