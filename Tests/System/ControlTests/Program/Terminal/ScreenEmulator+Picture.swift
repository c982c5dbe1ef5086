/// The screen as a picture in SVG.
extension ScreenEmulator {
  var picture: String {
    let width = 8 * columns + 16
    let height = 18 * page.cells.count + 16
    let rows = page.cells.enumerated().map { row, cells in
      let texts = runs(cells).map { run in
        let look = Self.look(run.style)
        let x = 8 + 8 * run.column
        let y = 8 + 18 * row
        let back = look.back.map { colour in
          "<rect x='\(x)' y='\(y)' width='\(8 * run.width)' height='18' fill='\(colour)'/>"
        }
        let text =
          "<text x='\(x)' y='\(y + 13)' fill='\(look.front)' \(look.more)>\(run.text)</text>"
        return (back ?? "") + text
      }
      return texts.joined()
    }
    return """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' \
      font-family='DejaVu Sans Mono, monospace' font-size='13.3' style='white-space:pre'>
      <rect width='100%' height='100%' fill='#1d1f21'/>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  /// Cells of one style beside each other; a wide character ends a run, so that what follows stays
  /// in its column.
  private func runs(
    _ cells: [Cell]
  ) -> [(column: Int, width: Int, style: String, text: String)] {
    var runs: [(column: Int, width: Int, style: String, text: String)] = []
    for (column, cell) in cells.enumerated() {
      guard let character = cell.character else {
        runs[runs.count - 1].width += 1
        continue
      }
      let escaped = character == "<" ? "&lt;" : character == "&" ? "&amp;" : String(character)
      let isBroken = column > 0 && cells[column - 1].character == nil
      if let last = runs.last, last.style == cell.style, !isBroken {
        runs[runs.count - 1].text += escaped
        runs[runs.count - 1].width += 1
      } else {
        runs.append((column, 1, cell.style, escaped))
      }
    }
    return runs
  }

  private static func look(_ style: String) -> (front: String, back: String?, more: String) {
    switch style {
    case "1": ("#ffffff", nil, "font-weight='bold'")
    case "2": ("#808488", nil, "")
    case "7": ("#1d1f21", "#c5c8c6", "")
    case "31": ("#ff6b6b", nil, "")
    case "32": ("#8fd16f", nil, "")
    case "33": ("#f0c674", nil, "")
    default: ("#c5c8c6", nil, "")
    }
  }
}
