import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension Setting {
  /// The key's value in `settings` as a file would have it; nil for what isn't a single value.
  package func text(in settings: Settings) -> String? {
    switch value {
    case .gain(let place, _): Setting.text(settings.policy[keyPath: place])
    case .time(let place, _): TimeSpan.format(settings.policy[keyPath: place])
    case .timeLimit(let place, _):
      settings.policy[keyPath: place].map(TimeSpan.format) ?? Setting.infinity
    case .zoneDefault: settings.zones.rawValue
    case .flag(let place): settings.policy[keyPath: place] ? "yes" : "no"
    case .count(let place, _), .bytes(let place, _): "\(settings.limits[keyPath: place])"
    case .square, .kind, .users, .groups, .units, .userUnits: nil
    }
  }

  /// What the list of a grant holds, users and groups as numbers, sorted; nil for other keys.
  func words(in rules: GrantRules) -> [String]? {
    switch value {
    case .users: rules.users.sorted().map { "\($0)" }
    case .groups: rules.groups.sorted().map { "\($0)" }
    case .units: rules.units.sorted()
    case .userUnits: rules.userUnits.sorted()
    case .gain, .time, .timeLimit, .flag, .count, .bytes, .square, .kind, .zoneDefault: nil
    }
  }

  /// What the key takes, as it follows the word "expected".
  package var expected: String {
    switch value {
    case .gain(_, let range):
      "a number, \(Setting.text(range.lowerBound)) to \(Setting.text(range.upperBound)), or "
        + "decibels such as -12dB"
    case .time(_, let range):
      "a time, \(TimeSpan.format(range.lowerBound)) to \(TimeSpan.format(range.upperBound))"
    case .timeLimit(_, let range):
      "a time, \(TimeSpan.format(range.lowerBound)) to \(TimeSpan.format(range.upperBound)), or "
        + Setting.infinity
    case .flag: "yes or no"
    case .count(_, let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
    case .bytes(_, let range):
      "a number of bytes, \(ByteCount.format(range.lowerBound)) to "
        + ByteCount.format(range.upperBound)
    case .square:
      Setting.list(Outcome.allCases.map(\.rawValue))
        + ", after duck and duckNewcomer also a depth: a factor from 0 to 1, or decibels"
    case .kind: Setting.list(Kind.builtIn.compactMap(\.builtInName))
    case .zoneDefault: Setting.list(ZoneDefault.allCases.map(\.rawValue))
    case .users: "names or numbers of users, separated by spaces"
    case .groups: "names or numbers of groups, separated by spaces"
    case .units, .userUnits: "names of units such as mpd.service, separated by spaces"
    }
  }

  /// `a, b or c`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// What a cell is set to, as a file would have it: `duck 0.5`.
  static func text(_ square: PairTable.Square) -> String {
    square.outcome.rawValue + (square.gain.map { " \(text($0))" } ?? "")
  }

  static let infinity = "infinity"

  static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
