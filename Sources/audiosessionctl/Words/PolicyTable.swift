import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// The pair table (R59) in the words of the configuration: by newcomer, who meets with what.
struct PolicyTable {
  private let kinds: [String]
  private let outcomes: JSONValue
  private let origin: (String) -> String?

  /// Takes what `policy.get` is answered with, and where a value was set.
  init(_ reply: JSONValue, origin: @escaping (String) -> String?) {
    kinds = (reply["kinds"]?.array ?? []).compactMap(\.string)
    outcomes = reply["table"] ?? [:]
    self.origin = origin
  }

  func lines(_ presentation: Presentation) -> [String] {
    let colour = presentation.colour
    var lines = presentation.hasLegend ? PolicyTable.legend : []
    for newcomer in kinds {
      var table = Table()
      for outcome in outcomes(of: newcomer) {
        let currents = currents(newcomer, outcome).filled(to: 62)
        let style = PolicyTable.style(outcome)
        table.append([.init(outcome.printable, style), .init(currents[0])])
        for line in currents.dropFirst() { table.append(["", .init(line)]) }
      }
      lines.append(colour.paint(newcomer.printable, .heading))
      lines += table.lines(colour, indentation: "  ")
    }
    return lines + changes.map { colour.paint($0, .warning) }
  }

  /// What a newcomer brings about, in the order of the words' declaration.
  private func outcomes(of newcomer: String) -> [String] {
    let given = kinds.map { outcome(newcomer, $0) }
    let known = Outcome.allCases.map(\.rawValue)
    return known.filter(given.contains) + Set(given).subtracting(known).sorted()
  }

  /// Those who meet with an outcome; a star marks what configuration changed.
  private func currents(_ newcomer: String, _ outcome: String) -> String {
    kinds.filter { self.outcome(newcomer, $0) == outcome }
      .map { $0.printable + (isChanged(newcomer, $0) ? "*" : "") }.joined(separator: " ")
  }

  private func outcome(_ newcomer: String, _ current: String) -> String {
    outcomes[newcomer]?[current]?.string ?? "?"
  }

  /// The squares that configuration changed, as it says them.
  private var changes: [String] {
    kinds.flatMap { newcomer in
      kinds.filter { isChanged(newcomer, $0) }.map { current in
        let key = "\(newcomer).\(current)".printable
        let usual = PolicyTable.builtIn(newcomer, current)?.rawValue ?? "none"
        let place = origin("Interactions.\(key)").map { ", set by \($0)" } ?? ""
        let line = "\(key)=\(outcome(newcomer, current).printable)"
        return "\(line)  * built-in: \(usual)\(place)"
      }
    }
  }

  private func isChanged(_ newcomer: String, _ current: String) -> Bool {
    outcome(newcomer, current) != PolicyTable.builtIn(newcomer, current)?.rawValue
  }

  private static func builtIn(_ newcomer: String, _ current: String) -> Outcome? {
    guard let newcomer = Kind(name: newcomer), let current = Kind(name: current) else { return nil }
    return PairTable.builtIn(newcomer, current)
  }

  private static func style(_ outcome: String) -> Colour.Style? {
    switch outcome {
    case "mix": .faint
    case "refuse": .bad
    default: nil
    }
  }

  private static let legend = [
    "# A newcomer, what happens, and with which current sessions; duck lowers the",
    "# current one, duckNewcomer the newcomer, and refuse refuses it.",
  ]
}
