/// Rows whose columns stand under each other, by what they take on a terminal.
struct Table: Sendable {
  /// A piece of text and its style, which takes no room.
  struct Cell: Equatable, Sendable, ExpressibleByStringInterpolation {
    var text: String
    var style: Colour.Style?

    init(_ text: String, _ style: Colour.Style? = nil) {
      self.text = text
      self.style = style
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// A row, and lines above and under it that take no part in the alignment.
  struct Row: Equatable, Sendable {
    /// What the rows from here on have in common.
    var title: Cell?
    var cells: [Cell]
    var notes: [Cell] = []
  }

  private(set) var rows: [Row] = []
  private var nextTitle: Cell?
  /// Columns whose texts end under each other, as numbers do.
  var rightAligned: Set<Int> = []

  mutating func append(_ cells: [Cell], notes: [Cell] = []) {
    rows.append(Row(title: nextTitle, cells: cells, notes: notes))
    nextTitle = nil
  }

  /// Puts a title above the rows that follow, and a blank line above that if rows stand there.
  mutating func begin(_ title: Cell) { nextTitle = title }

  /// The lines, each with what stands before it; nothing but text ends a line.
  ///
  /// With `columns` the widest texts are cut until a row fits, or nothing more can be cut.
  func lines(_ colour: Colour, indentation: String = "", columns: Int? = nil) -> [String] {
    let widths = columnWidths(fitting: columns.map { $0 - indentation.count })
    return rows.enumerated().flatMap { index, row in
      let title = row.title.map { [indentation + colour.paint($0.text, $0.style)] } ?? []
      let gap = row.title != nil && index > 0 ? [""] : []
      let cells = row.cells.enumerated().map { column, cell in
        text(of: cell, column, widths[column], isLast: column == row.cells.count - 1, colour)
      }
      let notes = row.notes.map { indentation + "    " + colour.paint($0.text, $0.style) }
      return gap + title + [indentation + cells.joined(separator: "  ")] + notes
    }
  }

  /// No column is made narrower, so that something can be read of each.
  private static let narrowest = 8

  private func columnWidths(fitting columns: Int?) -> [Int] {
    let count = rows.map(\.cells.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.cells.count > column ? $0.cells[column].text.displayWidth : 0 }.max() ?? 0
    }
    guard let columns else { return widths }
    var excess = widths.reduce(2 * (count - 1), +) - columns
    let shrinkable = widths.indices.filter { !rightAligned.contains($0) }
    while excess > 0, let widest = shrinkable.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Table.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func text(
    of cell: Cell,
    _ column: Int,
    _ width: Int,
    isLast: Bool,
    _ colour: Colour
  ) -> String {
    let text = cell.text.shortened(to: width)
    let painted = colour.paint(text, cell.style)
    let blanks = String(repeating: " ", count: width - text.displayWidth)
    if rightAligned.contains(column) { return blanks + painted }
    return isLast ? painted : painted + blanks
  }
}
