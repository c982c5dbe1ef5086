import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// Who interrupts and lowers whom, for the column that gives the reason of each state.
struct Effects {
  private var interrupted: [UInt64: [String]] = [:]
  private var lowered: [UInt64: [String]] = [:]
  private let rows: [UInt64: TopRow]

  init(_ rows: [UInt64: TopRow]) {
    self.rows = rows
    let heldBack = rows.filter { $0.value.condition.isHeldBack }.sorted { $0.key < $1.key }
    for row in heldBack.map({ $0.value }) {
      for number in row.session.interruptedBy {
        interrupted[number, default: []].append(row.name)
      }
      for number in row.session.duckedBy {
        lowered[number, default: []].append(row.name)
      }
    }
  }

  private func name(_ number: UInt64) -> String { rows[number]?.name ?? "session \(number)" }

  /// The reason of a session's state, or else its effect on others.
  func reason(of row: TopRow) -> String {
    let causes = row.explanation?.because ?? []
    if let first = causes.first { return explained(first, of: causes.count, row) }
    return row.condition.isHeldBack ? presumed(row) : effect(of: row)
  }

  /// `under navi +1 (R59 ducking.exclusive)`.
  private func explained(
    _ cause: ExplanationResult.Explanation,
    of count: Int,
    _ row: TopRow
  ) -> String {
    let blocker = cause.by.map { $0.name?.printable ?? name($0.session) }
    let others = count > 1 ? " +\(count - 1)" : ""
    let source = [cause.rule.name, cause.cell?.printable].compactMap { $0 }.joined(separator: " ")
    return "\(Effects.words(cause.effect, blocker, row))\(others) (\(source))"
  }

  private static func words(_ effect: SessionEffect, _ blocker: String?, _ row: TopRow) -> String {
    switch effect {
    case .interrupted: blocker.map { "by \($0)" } ?? namedReason(row) ?? "by the system"
    case .waiting: blocker.map { "waits for \($0)" } ?? "waits"
    case .offered: "may resume"
    case .ducked: blocker.map { "under \($0)" } ?? "lowered"
    case .silenced: "silent switch"
    case .refused: blocker.map { "refused for \($0)" } ?? row.refusal ?? "refused"
    }
  }

  /// What the session itself says, until the explanation has arrived.
  private func presumed(_ row: TopRow) -> String {
    if let refusal = row.refusal { return refusal }
    let blockers = row.session.interruptedBy.map(name)
    if let first = blockers.first { return "by \(first)\(Effects.others(blockers))" }
    let duckers = row.session.duckedBy.map(name)
    if let first = duckers.first { return "under \(first)\(Effects.others(duckers))" }
    if row.session.isSilenced { return "silent switch" }
    return Effects.namedReason(row) ?? ""
  }

  /// The reason of an interruption; nil if it is `default`, which says nothing.
  private static func namedReason(_ row: TopRow) -> String? {
    row.session.interruptionReason.flatMap { $0 == .default ? nil : $0.rawValue }
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
    let number = row.session.session
    return [("interrupts", interrupted[number]), ("lowers", lowered[number])].compactMap {
      verb,
      names in names.map { (verb, $0) }
    }
  }

  private static func others(_ names: [String]) -> String {
    names.count > 1 ? " +\(names.count - 1)" : ""
  }
}
