import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

extension Setting {
  /// The key's value in `settings` as a file would have it; nil for what isn't a single value.
  package func text(in settings: Settings) -> String? {
    switch value {
    case .policy(let value): Setting.text(value, in: settings.policy)
    case .limit(let limit): "\(limit.place.value(of: settings.limits))"
    case .zoneDefault: settings.zones.rawValue
    case .profile: settings.profile ?? ""
    case .square, .kind, .roleFlag, .users, .groups, .units, .userUnits: nil
    }
  }

  /// A key of a role, as a file would have it; nil for another section's.
  func text(in role: Policy.Role) -> String? {
    switch value {
    case .kind: role.like.builtInName
    case .roleFlag(let place): place.value(of: role) ? "yes" : "no"
    default: nil
    }
  }

  private static func text(_ value: PolicyKey.Value, in policy: Policy) -> String {
    switch value {
    case .gain(let place): text(place.value(of: policy))
    case .time(let place, _): TimeSpan.format(place.value(of: policy))
    case .timeLimit(let place, _): place.value(of: policy).map(TimeSpan.format) ?? infinity
    case .flag(let place): place.value(of: policy) ? "yes" : "no"
    }
  }

  /// The same where there is no such role: a kind has no usual value, and a flag has.
  var textWithoutRole: String {
    if case .kind = value { return Setting.unset }
    return text(in: Policy.Role("", like: .exclusive)) ?? Setting.unset
  }

  /// The elements of a grant's list, users and groups as numbers, sorted; nil for other keys.
  func words(in rules: GrantRules) -> [String]? {
    switch value {
    case .users: rules.users.sorted().map { "\($0)" }
    case .groups: rules.groups.sorted().map { "\($0)" }
    case .units: rules.units.sorted()
    case .userUnits: rules.userUnits.sorted()
    case .policy, .limit, .square, .kind, .roleFlag, .profile, .zoneDefault: nil
    }
  }

  /// The key's type and range, as they follow the word "expected".
  package var expected: String {
    switch value {
    case .policy(let value): Setting.expected(of: value)
    case .limit(let limit):
      limit.isBytes
        ? "a number of bytes, \(ByteCount.format(limit.range.lowerBound)) to "
          + ByteCount.format(limit.range.upperBound)
        : "a whole number, \(limit.range.lowerBound) to \(limit.range.upperBound)"
    case .square:
      Outcome.allCases.map { $0.rawValue }.alternatives
        + ", after those that duck also a depth: a factor from 0 to 1, or decibels"
    case .kind: Kind.builtIn.compactMap { $0.builtInName }.alternatives
    case .roleFlag: "yes or no"
    case .profile: "the name of a file in the folders of profiles, without .conf"
    case .zoneDefault: ZoneDefault.allCases.map { $0.rawValue }.alternatives
    case .users: "names or numbers of users, separated by spaces"
    case .groups: "names or numbers of groups, separated by spaces"
    case .units, .userUnits: "names of units such as mpd.service, separated by spaces"
    }
  }

  private static func expected(of value: PolicyKey.Value) -> String {
    switch value {
    case .gain: "a number, 0 to 1, or decibels such as -12dB"
    case .time(_, let most): "a time, 0 to \(TimeSpan.format(most))"
    case .timeLimit(_, let most): "a time, 0 to \(TimeSpan.format(most)), or \(infinity)"
    case .flag: "yes or no"
    }
  }

  /// A cell's value as a file would have it: `duck 0.5`.
  static func text(_ square: Square) -> String {
    square.outcome.rawValue + (square.gain.map { " \(text($0))" } ?? "")
  }

  static let infinity = "infinity"
  /// What isn't set at all, in a list of changes.
  static let unset = "none"

  static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
