/// A table, whose columns are aligned by their width on a terminal.
package struct Table: Sendable {
  /// A text with its style, which takes no columns.
  package struct Cell: Equatable, Sendable, ExpressibleByStringInterpolation {
    package var text: String
    package var style: Colour.Style?

    package init(_ text: String, _ style: Colour.Style? = nil) {
      self.text = text
      self.style = style
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  /// A row, with a title above it and notes below it, which aren't aligned.
  package struct Row: Equatable, Sendable {
    /// The title of the rows from here on.
    var title: Cell?
    var cells: [Cell]
    var notes: [Cell] = []
  }

  package private(set) var rows: [Row] = []
  private var nextTitle: Cell?
  /// The columns that are aligned at their right side, as numbers are.
  package var rightAligned: Set<Int> = []

  package init() {}

  package mutating func append(_ cells: [Cell], notes: [Cell] = []) {
    rows.append(Row(title: nextTitle, cells: cells, notes: notes))
    nextTitle = nil
  }

  /// Puts a title above the rows that follow, after a blank line unless it is the first.
  package mutating func begin(_ title: Cell) { nextTitle = title }

  /// The table's lines, without trailing spaces.
  ///
  /// With `columns`, the widest columns are shortened until a row fits, as far as possible.
  package func lines(_ colour: Colour, indentation: String = "", columns: Int? = nil) -> [String] {
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

  /// The least width to which a column is shortened.
  private static let narrowest = 8

  private func columnWidths(fitting columns: Int?) -> [Int] {
    let count = rows.map { $0.cells.count }.max() ?? 0
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
