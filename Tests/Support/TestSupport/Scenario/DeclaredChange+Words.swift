import AudioSessionArbitration
import AudioSessionTypes
import Foundation

extension DeclaredChange {
  /// Reads `playback spokenAudio duckOthers phoneCall not isNowPlayingCandidate`, in any order.
  ///
  /// `role emergency` names a role, `no role` none, and `no options` the empty set; `unknownValue` is
  /// what exists nowhere (R4).
  init(words: some StringProtocol) throws(ScenarioFault) {
    self.init()
    var words = words.split(separator: " ").map { String($0) }[...]
    while let word = words.popFirst() {
      switch word {
      case "unknownValue": change.namesUnknownValue = true
      case "not":
        change.preferencesCleared.insert(try Self.preference(words.popFirst() ?? ""))
      case "role":
        guard let name = words.popFirst() else { throw ScenarioFault("expected a role's name") }
        role = .named(name)
      case "no":
        switch words.popFirst() {
        case "options": change.options = []
        case "role": role = DeclaredRole.none
        default: throw ScenarioFault("expected 'no options' or 'no role'")
        }
      default:
        try change.read(word)
      }
    }
  }

  fileprivate static func preference(_ word: String) throws(ScenarioFault) -> Preferences {
    guard let found = Preferences.named.first(where: { $0.name == word })?.preference else {
      throw ScenarioFault("'\(word)' is no category, mode, option, policy, priority or preference")
    }
    return found
  }
}

extension ConfigurationChange {
  fileprivate mutating func read(_ word: String) throws(ScenarioFault) {
    if let category = Category(rawValue: word) {
      self.category = category
    } else if let mode = Mode(rawValue: word) {
      self.mode = mode
    } else if let option = CategoryOptions.named.first(where: { $0.name == word })?.option {
      options = (options ?? []).union(option)
    } else if let policy = RouteSharingPolicy(rawValue: word) {
      routeSharingPolicy = policy
    } else if let priority = Priority(rawValue: word) {
      self.priority = priority
    } else if let style = AlertStyle(rawValue: word) {
      alertStyle = style
    } else {
      preferencesSet.insert(try DeclaredChange.preference(word))
    }
  }
}

extension DeclaredSession {
  /// Reads `playback duckOthers in the zone kitchen with a lease of 30s`.
  init(name: String, words: Substring) throws(ScenarioFault) {
    self.init(name: name)
    let parts = words.components(separatedBy: " with a lease of ")
    if parts.count > 1 { lease = try Duration(text: parts[1]) }
    let (configuration, zone) = DeclaredZone.behind(parts[0][...])
    self.zone = zone
    self.configuration = try DeclaredChange(words: configuration)
  }
}

extension DeclaredZone {
  /// What stands before `in the zone kitchen` or `in no zone`, and the zone.
  static func behind(_ text: Substring) -> (Substring, DeclaredZone) {
    if let rest = text.without(suffix: " in no zone") { return (rest, .none) }
    guard let place = text.range(of: " in the zone ") else { return (text, .byPolicy) }
    return (text[..<place.lowerBound], .named(String(text[place.upperBound...])))
  }
}

extension Duration {
  /// Reads a time as configuration writes it: `300ms`, `5s`, `10min`.
  init(text: some StringProtocol) throws(ScenarioFault) {
    let units: [(suffix: String, milliseconds: Int)] = [("ms", 1), ("min", 60_000), ("s", 1_000)]
    for (suffix, milliseconds) in units {
      guard let number = text.without(suffix: suffix).flatMap({ Int($0) }) else { continue }
      self = .milliseconds(number * milliseconds)
      return
    }
    throw ScenarioFault("'\(text)' is no time; expected 300ms, 5s or 10min")
  }
}
