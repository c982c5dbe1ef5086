import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The pair table (R59) in the format of the configuration, by newcomer.
struct PolicyTable {
  private let kinds: [String]
  private let squares: [[SquareSetting]]
  private let interactions: InteractionLines

  /// Reads the reply to `policy.get`.
  init(_ reply: PolicyResult) {
    kinds = reply.kinds
    squares = reply.table.map { $0.map { SquareSetting($0) } }
    interactions = InteractionLines(reply)
  }

  func lines(_ presentation: Presentation) -> [String] {
    let colour = presentation.colour
    var lines = presentation.hasLegend ? PolicyTable.legend : []
    for (row, newcomer) in kinds.enumerated() {
      var table = Table()
      // In the order of their declaration; the lowest gain comes last.
      let settings = Set(squares[row]).sorted()
      let width = PolicyTable.columns - (settings.map { $0.text.displayWidth }.max() ?? 0)
      for setting in settings {
        let currents = currents(row, setting).filled(to: width)
        table.append([.init(setting.text, setting.style), .init(currents[0])])
        for line in currents.dropFirst() { table.append(["", .init(line)]) }
      }
      lines.append(colour.paint(newcomer.printable, .heading))
      lines += table.lines(colour, indentation: "  ")
    }
    return lines + settingLines.map { colour.paint($0, .warning) }
  }

  /// The current sessions with this outcome; a star marks those that the configuration changed.
  private func currents(_ row: Int, _ setting: SquareSetting) -> String {
    zip(kinds, squares[row]).filter { $1 == setting }
      .map { $0.0.printable + (builtIn(kinds[row], $0.0) == setting ? "" : "*") }
      .joined(separator: " ")
  }

  private func builtIn(_ newcomer: String, _ current: String) -> SquareSetting? {
    interactions.builtIn(newcomer, current).map { SquareSetting(Square($0)) }
  }

  /// The lines of the configuration, with their places.
  private var settingLines: [String] {
    let places = kinds.indices.flatMap { row in kinds.indices.map { (row, $0) } }
    return interactions.lines.enumerated().map { index, line in
      let key = line.key.printable
      let place = "set by \(line.place.printable)"
      let first = places.first { interactions.line(of: kinds[$0], kinds[$1]) == index }
      guard let (row, column) = first else { return "\(key)  * \(place)" }
      let setting = squares[row][column]
      let usual = builtIn(kinds[row], kinds[column])
      let isOneSquare = line.key == "\(kinds[row]).\(kinds[column])"
      let note = isOneSquare && setting != usual ? "built-in: \(usual?.text ?? "none"), " : ""
      return "\(key)=\(setting.text)  * \(note)\(place)"
    }
  }

  /// The columns available to a paragraph, without the spaces between its columns.
  private static let columns = 74

  private static let legend = [
    "# For each newcomer: an outcome, and the current sessions to which it applies.",
    "# duck lowers the current session, duckNewcomer the newcomer; refuse refuses it.",
    "# askToDuck tells the current session, which lowers itself.",
  ]
}

/// A cell of the table, in the format of the configuration.
private struct SquareSetting: Hashable {
  /// Nil if this program doesn't know it.
  private let outcome: Outcome?
  /// The cell's own gain, linear, 0…1; nil if it is the policy's (R18).
  private let gain: Double?

  init(_ square: Square?) {
    outcome = square?.outcome
    gain = square?.gain
  }

  /// `duckNewcomer -6dB`.
  var text: String { (outcome?.rawValue ?? "?") + (gain.map { " \(depthText($0))" } ?? "") }

  var style: Colour.Style? {
    switch outcome {
    case .mix: .faint
    case .refuse: .bad
    case .duck, .askToDuck, .duckNewcomer, .interrupt, nil: nil
    }
  }
}

extension SquareSetting: Comparable {
  static func < (left: SquareSetting, right: SquareSetting) -> Bool { left.order < right.order }

  private var order: (outcome: Int, depth: Double) {
    let place = outcome.flatMap { Outcome.allCases.firstIndex(of: $0) }
    return (place ?? Outcome.allCases.count, -(gain ?? 2))
  }
}
