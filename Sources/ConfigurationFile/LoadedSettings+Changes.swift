import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension LoadedSettings {
  /// What holds otherwise than it did in `before`, for people, in the order of the shipped file.
  ///
  /// - Parameter before: What held.
  /// - Returns: `DuckGain 0.2 -> 0.3 (50-mine.conf:2)` for each value.
  package func changes(since before: LoadedSettings) -> [String] {
    Setting.Section.allCases.flatMap { section in
      let keys = Setting.all.filter { $0.section == section }
      switch section {
      case .policy, .limits:
        return keys.compactMap { setting in
          let texts = [before, self].map { setting.text(in: $0.settings) ?? "" }
          return change(section.rawValue, setting.key, texts)
        }
      case .interactions:
        return cells(since: before, section.rawValue)
      case .grant:
        return Grant.allCases.flatMap { grant in
          let rules = [before, self].map { $0.settings.grants[grant, default: GrantRules()] }
          let name = "\(section.rawValue) \(grant.rawValue)"
          return keys.compactMap { setting in
            let texts = rules.map { LoadedSettings.list(setting.words(in: $0) ?? []) }
            return change(name, setting.key, texts).map { "[\(name)] \($0)" }
          }
        }
      }
    }
  }

  private func cells(since before: LoadedSettings, _ section: String) -> [String] {
    Kind.allCases.flatMap { newcomer in
      Kind.allCases.compactMap { current in
        let cell = Cell(newcomer, current)
        let texts = [before, self].map { $0.settings.policy.interactions[cell].rawValue }
        return change(section, cell.name, texts)
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
    words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
