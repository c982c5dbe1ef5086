/// The rows, as they are printed.
extension Report {
  /// A table with a line for each row that was measured, and what is missing below it.
  package var table: String {
    let measured = rows.filter { !$0.samples.isEmpty }.map(Self.cells)
    let titles = ["row", "what", "against", "ours", "theirs", "ratio", "least…most", "target", ""]
    let lines = [titles] + measured
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { cells in
      let padded = cells.indices.map { column in
        let blank = String(repeating: " ", count: widths[column] - cells[column].count)
        // Numbers line up at the right.
        return (3...6).contains(column) ? blank + cells[column] : cells[column] + blank
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    return (text + missing.map { "not measured: \($0)" }).joined(separator: "\n")
  }

  private static func cells(_ row: Row) -> [String] {
    func value(_ spread: Spread?) -> String {
      spread.map { "\(Quantity.text($0.median)) \(row.unit)" } ?? ""
    }
    let spread = row.ratio ?? row.ours
    let text = row.ratio == nil ? Quantity.text : Quantity.ratio
    return [
      row.number, "\(row.measure): \(row.detail)", row.against ?? "", value(row.ours),
      value(row.theirs),
      row.ratio.map { Quantity.ratio($0.median) } ?? "",
      spread.map { "\(text($0.least))…\(text($0.most))" } ?? "", row.target?.text ?? "",
      row.isMet.map { $0 ? "met" : "not met" } ?? "",
    ]
  }
}
