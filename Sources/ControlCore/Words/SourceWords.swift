import AudioSessionWire

extension JSONValue {
  /// The basis of a decision: its rules, and with R59 the cells of the pair table.
  package var sourcesText: String {
    let cells = (self["cells"]?.array ?? []).compactMap { $0.string?.printable }
    let rules = (self["rules"]?.array ?? []).compactMap { $0.string?.printable }
    if cells.isEmpty || !rules.contains("R59") { return (rules + cells).joined(separator: " ") }
    let others = rules.filter { $0 != "R59" }
    return (others + ["R59 " + cells.joined(separator: " R59 ")]).joined(separator: " ")
  }
}
