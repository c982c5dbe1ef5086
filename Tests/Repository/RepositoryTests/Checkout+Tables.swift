import TestSupport

extension Checkout {
  /// The first table of a page below a line that begins with the given text.
  ///
  /// - Returns: Its rows without the head, each as the text of its cells.
  static func table(in page: String, below heading: String) throws -> [[String]] {
    try lines(page).map(\.text)
      .drop { !$0.hasPrefix(heading) }
      .drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }
      .dropFirst(2)
      .map { row in
        row.split(separator: "|").map { cell in
          String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
      }
  }
}
