import Foundation

/// A table of a page that a test prints, between two comments.
package struct MarkedTable {
  private let path: String
  private let beginning: String
  private let variable: String
  private static let end = "<!-- It ends here. -->"

  /// - Parameters:
  ///   - path: The page, from the checkout.
  ///   - test: The test's name, which the comment above the table names.
  ///   - variable: The environment variable that has the table written into the page.
  package init(
    _ path: String,
    printedBy test: String,
    updatedBy variable: String = "UPDATE_PLATFORMS"
  ) {
    self.path = path
    self.variable = variable
    beginning = "<!-- The table that \(test) prints begins here. -->"
  }

  /// Compares the page with the table; the variable, as in `UPDATE_PLATFORMS=1`, writes it into it.
  ///
  /// - Parameter lines: The table.
  /// - Returns: What is wrong; nil if nothing is.
  /// - Throws: What the file system says.
  package func difference(from lines: [String]) throws -> String? {
    let page = try Checkout.text(path)
    guard let before = page.range(of: beginning),
      let after = page.range(of: MarkedTable.end, range: before.upperBound..<page.endIndex)
    else { return "\(path) has no place for the table: \(beginning) \(MarkedTable.end)" }
    let table = "\n\n" + lines.joined(separator: "\n") + "\n\n"
    if page[before.upperBound..<after.lowerBound] == table { return nil }
    guard ProcessInfo.processInfo.environment[variable] != nil else {
      return "\(path) has another table; \(variable)=1 writes this one"
    }
    let new = page[..<before.upperBound] + table + page[after.lowerBound...]
    try String(new).write(toFile: Checkout.path(path), atomically: true, encoding: .utf8)
    return nil
  }
}
