import Arbitration
import AudioSessionTypes
import Foundation

extension ConfigurationChange {
  /// Reads `playback spokenAudio duckOthers phoneCall not isNowPlayingCandidate`, in any order.
  ///
  /// `no options` names the empty set; `unknownValue` is what exists nowhere (R4).
  init(words: Substring) throws(ScenarioFault) {
    self.init()
    var words = words.split(separator: " ").map { String($0) }[...]
    while let word = words.popFirst() {
      switch word {
      case "unknownValue": namesUnknownValue = true
      case "not":
        preferencesCleared.insert(try Self.preference(words.popFirst() ?? ""))
      case "no":
        guard words.popFirst() == "options" else { throw ScenarioFault("expected 'no options'") }
        options = []
      default:
        try read(word)
      }
    }
  }

  private mutating func read(_ word: String) throws(ScenarioFault) {
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
      preferencesSet.insert(try Self.preference(word))
    }
  }

  private static func preference(_ word: String) throws(ScenarioFault) -> Preferences {
    guard let found = Preferences.named.first(where: { $0.name == word })?.preference else {
      throw ScenarioFault("'\(word)' is no category, mode, option, policy, priority or preference")
    }
    return found
  }
}

extension DeclaredSession {
  /// Reads `playback duckOthers with a lease of 30s`.
  init(name: String, words: Substring) throws(ScenarioFault) {
    self.init(name: name)
    let parts = words.components(separatedBy: " with a lease of ")
    configuration = try ConfigurationChange(words: parts[0][...])
    if parts.count > 1 { lease = try Duration(text: parts[1]) }
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
