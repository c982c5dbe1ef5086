package import AudioSessionTypes
import AudioSessionWire

extension RuleSet {
  /// The basis of a decision: its rules, and with R59 the cells of the pair table.
  package func text(with cells: [String]) -> String {
    let names = rules.map { $0.name }
    let cells = cells.map { $0.printable }
    if cells.isEmpty || !contains(.R59) { return (names + cells).joined(separator: " ") }
    let others = names.filter { $0 != Rule.R59.name }
    return (others + ["R59 " + cells.joined(separator: " R59 ")]).joined(separator: " ")
  }
}
