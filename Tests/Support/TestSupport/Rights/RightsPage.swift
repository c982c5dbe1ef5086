import AudioSessionWire

/// The table of rights as the page has it.
package enum RightsPage {
  package static let path = "Sources/AudioSessionWire/AudioSessionWire.docc/Rights.md"

  /// The tables' lines, with their headings.
  package static var lines: [String] {
    RightsTable.sections.map { heading, calls in
      (["### \(heading)", ""] + table(of: calls)).joined(separator: "\n")
    }.flatMap { [$0, ""] }.dropLast()
  }

  private static func table(of calls: [RightsCall]) -> [String] {
    let headings = ["method", "object"] + RightsPeer.all.map(\.name)
    return [row(headings), row(headings.map { _ in "---" })] + rows(of: calls).map(row)
  }

  /// One row for all methods that have the same rights to the same object.
  private static func rows(of calls: [RightsCall]) -> [[String]] {
    var rows: [(methods: [String], rest: [String])] = []
    for call in calls {
      let rest = [call.object] + RightsPeer.all.map { call.right(of: $0).description }
      let method = "`\(call.method.rawValue)`"
      if let same = rows.firstIndex(where: { $0.rest == rest }) {
        rows[same].methods.append(method)
      } else {
        rows.append(([method], rest))
      }
    }
    return rows.map { [$0.methods.joined(separator: " ")] + $0.rest }
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}
