import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

extension LoadedSettings {
  /// The differences from `before`, for people, in the order of the shipped file.
  ///
  /// - Parameter before: The former settings.
  /// - Returns: `DuckGain 0.2 -> 0.3 (50-mine.conf:2)` for each value.
  package func changes(since before: LoadedSettings) -> [String] {
    Setting.Section.allCases.flatMap { section in
      let keys = Setting.all(in: section)
      switch section {
      case .policy, .zones, .limits:
        return keys.compactMap { setting in
          let texts = [before, self].map { setting.text(in: $0.settings) ?? "" }
          return change(section.rawValue, setting.key, texts)
        }
      case .interactions: return lines(since: before, section.rawValue)
      case .role: return roles(since: before, section.rawValue, keys)
      case .grant: return grants(since: before, section.rawValue, keys)
      }
    }
  }

  private func lines(since before: LoadedSettings, _ section: String) -> [String] {
    let policies = [before, self].map { $0.settings.policy }
    let lines = policies.map { policy in policy.overrides.map { $0.key(in: policy) } }
    let keys = lines[1] + lines[0].filter { !lines[1].contains($0) }
    let changes = keys.compactMap { key in
      change(section, key, policies.map { LoadedSettings.square(key, in: $0) })
    }
    // Of two lines that fit equally well, the later counts.
    let isReordered = lines[0] != lines[1] && Set(lines[0]) == Set(lines[1]) && changes.isEmpty
    return isReordered ? ["[\(section)] has its lines in another order"] : changes
  }

  /// The value that a line sets, or that the cell has without it.
  private static func square(_ key: String, in policy: Policy) -> String {
    if let line = policy.overrides.first(where: { $0.key(in: policy) == key }) {
      return Setting.text(line.square)
    }
    let places = key.split(separator: ".").map { policy.place(of: $0) }
    guard let newcomer = places.first ?? nil, let current = places.last ?? nil else {
      return Setting.unset
    }
    return Setting.text(policy.table[newcomer, current])
  }

  private func roles(
    since before: LoadedSettings,
    _ section: String,
    _ keys: [Setting]
  ) -> [String] {
    let roles = [before, self].map { $0.settings.policy.roles }
    var names = roles[1].map { $0.name }
    names += roles[0].map { $0.name }.filter { !names.contains($0) }
    return names.flatMap { name in
      let header = "\(section) \(name)"
      return keys.compactMap { setting in
        let texts = roles.map { roles in
          roles.first { $0.name == name }.flatMap(setting.text) ?? setting.textWithoutRole
        }
        return change(header, setting.key, texts).map { "[\(header)] \($0)" }
      }
    }
  }

  private func grants(
    since before: LoadedSettings,
    _ section: String,
    _ keys: [Setting]
  ) -> [String] {
    let grants = [before, self].map { $0.settings.allGrants }
    var names = grants[1].map { $0.name }
    names += grants[0].map { $0.name }.filter { !names.contains($0) }
    return names.flatMap { grant in
      let rules = grants.map { all in all.first { $0.name == grant }?.rules ?? GrantRules() }
      let header = "\(section) \(grant)"
      return keys.compactMap { setting in
        let texts = rules.map { LoadedSettings.list(setting.words(in: $0) ?? []) }
        return change(header, setting.key, texts).map { "[\(header)] \($0)" }
      }
    }
  }

  private func change(_ section: String, _ key: String, _ texts: [String]) -> String? {
    guard texts[0] != texts[1] else { return nil }
    let source = setBy["\(section).\(key)"].map { place in
      Place(file: String(place.file.split(separator: "/").last ?? ""), line: place.line).description
    }
    return "\(key) \(texts[0]) -> \(texts[1]) (\(source ?? "built-in"))"
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? Setting.unset : words.joined(separator: " ")
  }
}
