import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// The pair table (R59) as a square, with the rules' abbreviations.
struct PolicyTable {
  private let kinds: [String]
  private let outcomes: JSONValue

  /// Takes what `policy.get` is answered with.
  init(_ reply: JSONValue) {
    kinds = (reply["kinds"]?.array ?? []).compactMap(\.string)
    outcomes = reply["table"] ?? [:]
  }

  func lines(_ presentation: Presentation) -> [String] {
    var square = Table()
    let heading = presentation.hasLegend ? "new \\ current" : ""
    square.append([.init(heading), ""] + kinds.map { .init(PolicyTable.letters($0), .heading) })
    for newcomer in kinds {
      let name = Table.Cell(newcomer.printable)
      let letters = Table.Cell(PolicyTable.letters(newcomer), .heading)
      square.append([name, letters] + kinds.map { cell(newcomer, $0) })
    }
    return square.lines(presentation.colour) + overrides(presentation)
      + (presentation.hasLegend ? PolicyTable.legend : [])
  }

  private func cell(_ newcomer: String, _ current: String) -> Table.Cell {
    let outcome = outcomes[newcomer]?[current]?.string ?? "?"
    let letters = PolicyTable.abbreviations[outcome] ?? outcome.printable
    if isOverridden(newcomer, current) { return .init(letters + "*", .warning) }
    return .init(letters, PolicyTable.style(outcome))
  }

  /// The squares that configuration changed, as it says them.
  private func overrides(_ presentation: Presentation) -> [String] {
    kinds.flatMap { newcomer in
      kinds.filter { isOverridden(newcomer, $0) }.map { current in
        let outcome = outcomes[newcomer]?[current]?.string ?? "?"
        let usual = PolicyTable.builtIn(newcomer, current)?.rawValue ?? "none"
        let line = "\(newcomer).\(current)=\(outcome)".printable
        return presentation.colour.paint("\(line)  * built-in: \(usual)", .warning)
      }
    }
  }

  private func isOverridden(_ newcomer: String, _ current: String) -> Bool {
    outcomes[newcomer]?[current]?.string != PolicyTable.builtIn(newcomer, current)?.rawValue
  }

  private static func builtIn(_ newcomer: String, _ current: String) -> Outcome? {
    guard let newcomer = Kind(name: newcomer), let current = Kind(name: current) else { return nil }
    return PairTable.standard[Cell(newcomer, current)]
  }

  private static func style(_ outcome: String) -> Colour.Style? {
    switch outcome {
    case "mix": .faint
    case "refuse": .bad
    default: nil
    }
  }

  /// The letters of the rules for a kind; a kind that isn't known has its name.
  private static func letters(_ kind: String) -> String {
    guard let kind = Kind(name: kind) else { return kind.printable }
    return switch kind {
    case .exclusive: "N"
    case .spoken: "S"
    case .mixable: "M"
    case .mixableSpoken: "MS"
    case .ducking: "D"
    case .interruptingSpoken: "I"
    case .duckingInterruptingSpoken: "ID"
    case .assistant: "AS"
    case .alarm: "AL"
    case .ringtone: "RG"
    case .phoneCall: "CL"
    }
  }

  private static let abbreviations = [
    "interrupt": "int", "duckNewcomer": "low", "refuse": "pri",
  ]

  private static let legend = [
    "mix: nothing happens. duck: the current one is lowered. low: the newcomer is lowered",
    "(duckNewcomer). int: the current one is interrupted. pri: the newcomer is refused.",
  ]
}
