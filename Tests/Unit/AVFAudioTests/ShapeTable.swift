import Foundation
import Testing

/// A situation, as a table of text.
///
/// The first line says what happens, a column each, or several things in turn with commas between
/// them. Every other line is a program and what it says to that: lines in their order, with
/// semicolons between them.
struct ShapeTable: Sendable {
  struct Row: Sendable {
    let program: String
    let cells: [String]
    /// Where the row stands, to point at it.
    let place: SourceLocation
  }

  let acts: [String]
  let rows: [Row]

  init(_ text: String, at place: SourceLocation = #_sourceLocation) {
    let lines = text.split(separator: "\n").map { line in
      line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    acts = Array(lines[0].dropFirst())
    rows = lines.dropFirst().enumerated().map { index, cells in
      // The text begins below `ShapeTable(` and three quotation marks, with the acts.
      let line = place.line + 3 + index
      let place = SourceLocation(
        fileID: place.fileID,
        filePath: place.filePath,
        line: line,
        column: 1
      )
      return Row(program: cells[0], cells: Array(cells.dropFirst()), place: place)
    }
  }
}
