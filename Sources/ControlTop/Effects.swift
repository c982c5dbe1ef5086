import AudioSessionWire
import ControlCore

/// Who interrupts and lowers whom, for the column that gives the reason of each state.
struct Effects {
  private var interrupted: [Int64: [String]] = [:]
  private var lowered: [Int64: [String]] = [:]
  private let rows: [Int64: TopRow]

  init(_ rows: [Int64: TopRow]) {
    self.rows = rows
    let heldBack = rows.filter(\.value.condition.isHeldBack).sorted { $0.key < $1.key }
    for row in heldBack.map(\.value) {
      for number in row.session.numbers(in: "interruptedBy") {
        interrupted[number, default: []].append(row.name)
      }
      for number in row.session.numbers(in: "duckedBy") {
        lowered[number, default: []].append(row.name)
      }
    }
  }

  private func name(_ number: Int64) -> String { rows[number]?.name ?? "session \(number)" }

  /// The reason of a session's state, or else its effect on others.
  func reason(of row: TopRow) -> String {
    let causes = row.explanation?["because"]?.array ?? []
    if let first = causes.first { return explained(first, of: causes.count, row) }
    return row.condition.isHeldBack ? presumed(row) : effect(of: row)
  }

  /// `under navi +1 (R59 ducking.exclusive)`.
  private func explained(_ cause: JSONValue, of count: Int, _ row: TopRow) -> String {
    let blocker = cause["by"].flatMap { by in
      by.sessionNumber.map { by.text(of: "name") ?? name($0) }
    }
    let others = count > 1 ? " +\(count - 1)" : ""
    let words = Effects.words(cause["effect"]?.string, blocker, row)
    let source = [cause.text(of: "rule"), cause.text(of: "cell")].compactMap { $0 }
    return "\(words)\(others)" + (source.isEmpty ? "" : " (\(source.joined(separator: " ")))")
  }

  private static func words(_ effect: String?, _ blocker: String?, _ row: TopRow) -> String {
    switch (effect, blocker) {
    case ("interrupted", let blocker?): "by \(blocker)"
    case ("interrupted", nil): namedReason(row) ?? "by the system"
    case ("waiting", let blocker?): "waits for \(blocker)"
    case ("waiting", nil): "waits"
    case ("offered", _): "may resume"
    case ("ducked", let blocker?): "under \(blocker)"
    case ("ducked", nil): "lowered"
    case ("silenced", _): "silent switch"
    case ("refused", let blocker?): "refused for \(blocker)"
    case ("refused", nil): row.refusal ?? "refused"
    case (let other, _): other?.printable ?? "?"
    }
  }

  /// What the session itself says, until the explanation has arrived.
  private func presumed(_ row: TopRow) -> String {
    if let refusal = row.refusal { return refusal }
    let blockers = row.session.numbers(in: "interruptedBy").map(name)
    if let first = blockers.first { return "by \(first)\(Effects.others(blockers))" }
    let duckers = row.session.numbers(in: "duckedBy").map(name)
    if let first = duckers.first { return "under \(first)\(Effects.others(duckers))" }
    if row.session.isSilenced { return "silent switch" }
    return Effects.namedReason(row) ?? ""
  }

  /// The reason of an interruption; nil if it is `default`, which says nothing.
  private static func namedReason(_ row: TopRow) -> String? {
    row.session.text(of: "interruptionReason").flatMap { $0 == "default" ? nil : $0 }
  }

  private func effect(of row: TopRow) -> String {
    effects(of: row).map { "\($0.verb) \($0.names[0])\(Effects.others($0.names))" }
      .joined(separator: ", ")
  }

  /// Everybody whom a session holds back, in a sentence; nil if that is nobody.
  func sentence(of row: TopRow) -> String? {
    let parts = effects(of: row).map { "\($0.verb) \($0.names.joined(separator: ", "))" }
    return parts.isEmpty ? nil : "It \(parts.joined(separator: "; it "))."
  }

  private func effects(of row: TopRow) -> [(verb: String, names: [String])] {
    guard let number = row.session.sessionNumber else { return [] }
    return [("interrupts", interrupted[number]), ("lowers", lowered[number])].compactMap {
      verb,
      names in names.map { (verb, $0) }
    }
  }

  private static func others(_ names: [String]) -> String {
    names.count > 1 ? " +\(names.count - 1)" : ""
  }
}
