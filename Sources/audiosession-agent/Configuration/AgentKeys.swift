import AudioSessionConfigurationFile
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Enforcement

extension SectionKey where Section == AgentSettings {
  /// The keys of `[Agent]`.
  static let agent: [SectionKey] = [
    word("Zones", Property { $1(&$0.zones) }),
    time("Fade", Property { $1(&$0.fade) }, .zero ... .seconds(10)),
    time("GrantTimeout", Property { $1(&$0.grantTimeout) }, .zero ... .seconds(2)),
    flag("Silenced", Property { $1(&$0.isSilenced) }),
    flag("MicrophoneMute", Property { $1(&$0.reportsMicrophoneMute) }),
    flag("PauseOnLock", Property { $1(&$0.pausesOnLock) }),
    flag("DoNotDisturb", Property { $1(&$0.followsDoNotDisturb) }),
  ]
}

extension SectionKey where Section == OutputSection {
  /// The keys of `[Output NODE-NAME]`.
  static let output: [SectionKey] = [name("Zone", Property { $1(&$0.zone) })]
}

extension SectionKey where Section == RuleSection {
  /// The keys of `[Rule NAME]`: the conditions and the adoption.
  static let rule: [SectionKey] =
    conditions + [
      word("Action", Property { $1(&$0.action) }),
      word("Category", Property { $1(&$0.adoption.category) }),
      word("Mode", Property { $1(&$0.adoption.mode) }),
      options,
      name("Role", Property { $1(&$0.adoption.role) }),
      word("Priority", Property { $1(&$0.adoption.priority) }),
      name("Zone", Property { $1(&$0.adoption.zone) }),
      word("Hold", Property { $1(&$0.adoption.hold) }),
      time("Linger", Property { $1(&$0.adoption.linger) }, .zero ... .seconds(600)),
      flag("WhileHeard", Property { $1(&$0.adoption.whileHeard) }),
      flag("NotifyOthers", Property { $1(&$0.adoption.notifiesOthers) }),
      flag("NowPlaying", Property { $1(&$0.adoption.isNowPlayingCandidate) }),
      flag("LowersItself", Property { $1(&$0.adoption.lowersItself) }),
    ]

  /// The keys that say which streams the rule takes.
  static let conditions: [SectionKey] =
    AdoptionRule.Property.allCases.map(condition) + [
      optionalTime("Lasting", Property { $1(&$0.lasting) }, .zero ... .seconds(600)),
      optionalTime("Conversing", Property { $1(&$0.conversing) }, .zero ... .seconds(600)),
    ]

  /// Patterns for one property: several lines accumulate, and an empty value clears them.
  private static func condition(_ property: AdoptionRule.Property) -> SectionKey {
    SectionKey(
      name: property.rawValue,
      expected: expected(property),
      set: { text, section in
        guard let pattern = pattern(text, property) else { return false }
        if pattern.isEmpty {
          section.patterns[property] = nil
        } else {
          section.patterns[property, default: []].append(pattern)
        }
        return true
      },
      values: { $0.patterns[property] ?? [] }
    )
  }

  private static func expected(_ property: AdoptionRule.Property) -> String {
    switch property {
    case .direction: StreamDirection.allCases.map { $0.rawValue }.alternatives
    case .capturing, .sandboxed: "yes or no"
    case .applicationName, .binary, .mediaRole, .portalAppID, .nodeName, .mprisIdentity,
      .parent:
      "one pattern, in which * stands for any characters and ? for one"
    }
  }

  /// The pattern in the form that is matched, empty to clear the list; nil if it could never match.
  private static func pattern(_ text: String, _ property: AdoptionRule.Property) -> String? {
    switch property {
    case .direction: text.isEmpty ? text : StreamDirection(rawValue: text)?.rawValue
    case .capturing, .sandboxed: text.isEmpty ? text : Flag.parse(text).map { $0 ? "yes" : "no" }
    case .applicationName, .binary, .mediaRole, .portalAppID, .nodeName, .mprisIdentity,
      .parent:
      text
    }
  }

  private static let options = SectionKey(
    name: "Options",
    expected: "options separated by spaces: "
      + CategoryOptions.named.map { $0.name }.alternatives,
    set: { text, section in
      let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.isEmpty { section.adoption.options = [] }
      for word in words {
        let named = CategoryOptions.named.first { $0.name == word }
        guard let named else { return false }
        section.adoption.options.formUnion(named.option)
      }
      return true
    },
    values: { section in
      let names = section.adoption.options.names
      return names.isEmpty ? [] : [names.joined(separator: " ")]
    }
  )
}

extension CategoryOptions {
  /// The names of its options; of two that share a bit, the one whose bits are all present.
  var names: [String] {
    let whole = CategoryOptions.named.filter { contains($0.option) }
    return whole.filter { one in
      !whole.contains { $0.option != one.option && $0.option.isSuperset(of: one.option) }
    }.map { $0.name }
  }
}
