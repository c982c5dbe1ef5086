import Foundation

extension Stage {
  /// Takes in one declaration, such as `radio is playback mixWithOthers`.
  ///
  /// - Parameter content: The declaration.
  /// - Throws: What isn't understood.
  package mutating func declare(_ content: String) throws(ScenarioFault) {
    if let settings = content.without(prefix: "policy ") {
      self.settings += try PolicySetting.list(settings)
    } else if let names = content.without(suffix: " are in one process") {
      processes.append(SharedProcess(names: Stage.names(names), hasConnectionEach: false))
    } else if let names = content.without(suffix: " are in one process with a connection each") {
      processes.append(SharedProcess(names: Stage.names(names), hasConnectionEach: true))
    } else {
      let (name, rest) = try Stage.nameAndRest(content)
      try declare(name, rest)
    }
  }

  private mutating func declare(_ name: String, _ rest: Substring) throws(ScenarioFault) {
    if let words = rest.without(prefix: "is ") {
      sessions.append(try DeclaredSession(name: name, words: words))
    } else if let user = rest.without(prefix: "belongs to user ") {
      users[name] = try Stage.user(user)
    } else if let user = rest.without(prefix: "reports for user ") {
      reporters.updateValue(try Stage.user(user), forKey: name)
    } else if rest == "reports" {
      reporters.updateValue(nil, forKey: name)
    } else if rest == "watches lifecycle" {
      watchers.insert(name)
    } else if rest == "has no grants" {
      grants[name] = []
    } else if let list = rest.without(prefix: "has grants ") {
      grants[name] = list.split(separator: " ").map { String($0) }
    } else if let application = rest.without(prefix: "names the application ") {
      applications[name] = String(application)
    } else {
      throw ScenarioFault("no declaration begins like '\(name) \(rest)'")
    }
  }

  /// The first word, and what follows it.
  static func nameAndRest(_ content: String) throws(ScenarioFault) -> (String, Substring) {
    guard let space = content.firstIndex(of: " ") else {
      throw ScenarioFault("expected a name and what it does: '\(content)'")
    }
    return (String(content[..<space]), content[content.index(after: space)...])
  }

  private static func names(_ list: Substring) -> [String] {
    list.replacingOccurrences(of: " and ", with: ", ").components(separatedBy: ", ")
  }

  private static func user(_ text: Substring) throws(ScenarioFault) -> UInt32 {
    guard let user = UInt32(text) else { throw ScenarioFault("'\(text)' is no user's number") }
    return user
  }
}

extension PolicySetting {
  /// `DuckGain=0.5 exclusive.exclusive=duck 0.3 [Role emergency] Like=alarm`; `the default` is no
  /// setting at all.
  static func list(_ text: Substring) throws(ScenarioFault) -> [PolicySetting] {
    if text == "the default" { return [] }
    if let name = text.without(prefix: "profile ") {
      return [PolicySetting(section: "Policy", key: "Profile", value: String(name))]
    }
    var settings: [PolicySetting] = []
    var section: String?
    var words = text.split(separator: " ")[...]
    while var word = words.popFirst().map({ String($0) }) {
      if word.hasPrefix("[") {
        while !word.hasSuffix("]"), let next = words.popFirst() { word += " \(next)" }
        section = word.dropFirst().dropLast().description
      } else if let equals = word.firstIndex(of: "=") {
        let value = String(word[word.index(after: equals)...])
        settings.append(
          PolicySetting(section: section, key: String(word[..<equals]), value: value)
        )
      } else if let last = settings.indices.last {
        settings[last].value += " \(word)"
      } else {
        throw ScenarioFault("expected Key=Value, not '\(word)'")
      }
    }
    return settings
  }
}
