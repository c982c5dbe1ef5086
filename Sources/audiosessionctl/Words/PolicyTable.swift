import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The pair table (R59) in the format of the configuration, by newcomer.
struct PolicyTable {
  private let kinds: [String]
  private let outcomes: JSONValue
  private let gains: JSONValue
  private let interactions: InteractionLines

  /// Reads the reply to `policy.get`.
  init(_ reply: JSONValue) {
    kinds = (reply["kinds"]?.array ?? []).compactMap(\.string)
    outcomes = reply["table"] ?? [:]
    gains = reply["gains"] ?? [:]
    interactions = InteractionLines(reply)
  }

  func lines(_ presentation: Presentation) -> [String] {
    let colour = presentation.colour
    var lines = presentation.hasLegend ? PolicyTable.legend : []
    for newcomer in kinds {
      var table = Table()
      let settings = settings(of: newcomer)
      let width = PolicyTable.columns - (settings.map(\.text.displayWidth).max() ?? 0)
      for setting in settings {
        let currents = currents(newcomer, setting).filled(to: width)
        let style = PolicyTable.style(setting.outcome)
        table.append([.init(setting.text.printable, style), .init(currents[0])])
        for line in currents.dropFirst() { table.append(["", .init(line)]) }
      }
      lines.append(colour.paint(newcomer.printable, .heading))
      lines += table.lines(colour, indentation: "  ")
    }
    return lines + settingLines.map { colour.paint($0, .warning) }
  }

  /// The outcomes for a newcomer, in the order of their declaration; the lowest gain comes last.
  private func settings(of newcomer: String) -> [SquareSetting] {
    Set(kinds.map { setting(newcomer, $0) }).sorted()
  }

  /// The current sessions with this outcome; a star marks those that the configuration changed.
  private func currents(_ newcomer: String, _ setting: SquareSetting) -> String {
    kinds.filter { self.setting(newcomer, $0) == setting }
      .map { $0.printable + (isChanged(newcomer, $0) ? "*" : "") }.joined(separator: " ")
  }

  private func setting(_ newcomer: String, _ current: String) -> SquareSetting {
    SquareSetting(
      outcome: outcomes[newcomer]?[current]?.string ?? "?",
      gain: gains[newcomer]?[current]?.double
    )
  }

  private func isChanged(_ newcomer: String, _ current: String) -> Bool {
    setting(newcomer, current) != builtIn(newcomer, current)
  }

  private func builtIn(_ newcomer: String, _ current: String) -> SquareSetting? {
    interactions.builtIn(newcomer, current).map { SquareSetting(outcome: $0.rawValue, gain: nil) }
  }

  /// The lines of the configuration, with their places.
  private var settingLines: [String] {
    let squares = kinds.flatMap { newcomer in kinds.map { (newcomer, $0) } }
    return interactions.lines.enumerated().map { index, line in
      let key = line.key.printable
      let place = "set by \(line.place.printable)"
      guard
        let (newcomer, current) = squares.first(where: { interactions.line(of: $0, $1) == index })
      else { return "\(key)  * \(place)" }
      let setting = setting(newcomer, current)
      let usual = builtIn(newcomer, current)
      let isOneSquare = line.key == "\(newcomer).\(current)"
      let note = isOneSquare && setting != usual ? "built-in: \(usual?.text ?? "none"), " : ""
      return "\(key)=\(setting.text.printable)  * \(note)\(place)"
    }
  }

  private static func style(_ outcome: String) -> Colour.Style? {
    switch outcome {
    case "mix": .faint
    case "refuse": .bad
    default: nil
    }
  }

  /// The columns available to a paragraph, without the spaces between its columns.
  private static let columns = 74

  private static let legend = [
    "# For each newcomer: an outcome, and the current sessions to which it applies.",
    "# duck lowers the current session, duckNewcomer the newcomer; refuse refuses it.",
  ]
}

/// A cell of the table, in the format of the configuration.
struct SquareSetting: Hashable {
  let outcome: String
  /// The cell's own gain, linear, 0…1; nil if it is the policy's (R18).
  let gain: Double?

  /// `duckNewcomer -6dB`.
  var text: String { outcome + (gain.map { " \(depthText($0))" } ?? "") }
}

extension SquareSetting: Comparable {
  static func < (left: SquareSetting, right: SquareSetting) -> Bool { left.order < right.order }

  private var order: (outcome: Int, word: String, depth: Double) {
    let known = Outcome.allCases.map(\.rawValue)
    return (known.firstIndex(of: outcome) ?? known.count, outcome, -(gain ?? 2))
  }
}
