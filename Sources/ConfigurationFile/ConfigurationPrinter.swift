import AudioSessionTypes
import AudioSessionWire

/// Prints configuration from the table of keys.
package enum ConfigurationPrinter {
  /// The settings in force, as a file that would set them; for `--check-config`.
  ///
  /// Before them stand the files that were read, and above each value the place that set it last.
  /// Users and groups are printed as numbers, of the pair table the lines that override it.
  package static func effective(_ loaded: LoadedSettings) -> String {
    let settings = loaded.settings
    func placed(_ key: String, in section: String, _ lines: [String]) -> [String] {
      let place = loaded.setBy["\(section).\(key)"]
      return (place.map { ["# \($0)"] } ?? []) + lines
    }
    var lines = loaded.files.map { "# \($0)" }
    if lines.isEmpty { lines = ["# no file: this is built in"] }
    lines += loaded.ignored.map { "# ignored, since its name doesn't end in .conf: \($0)" } + [""]
    for section in Setting.Section.allCases {
      let keys = Setting.all(in: section)
      switch section {
      case .policy, .zones, .limits:
        let values = keys.flatMap { setting in
          let line = "\(setting.key)=\(setting.text(in: settings) ?? "")"
          return placed(setting.key, in: section.rawValue, [line])
        }
        lines += paragraph(section.rawValue, values)
      case .interactions:
        let cells = settings.policy.overrides.flatMap { line in
          let key = line.key(in: settings.policy)
          return placed(key, in: section.rawValue, ["\(key)=\(Setting.text(line.square))"])
        }
        lines += paragraph(section.rawValue, cells)
      case .role:
        for role in settings.policy.roles {
          let name = "\(section.rawValue) \(role.name)"
          let values = keys.flatMap { setting in
            placed(setting.key, in: name, ["\(setting.key)=\(setting.text(in: role) ?? "")"])
          }
          lines += paragraph(name, values)
        }
      case .grant:
        for (grant, rules) in settings.allGrants {
          let name = "\(section.rawValue) \(grant)"
          lines += paragraph(name, keys.flatMap { placed($0.key, in: name, list($0, of: rules)) })
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func paragraph(_ section: String, _ lines: [String]) -> [String] {
    ["[\(section)]"] + lines + [""]
  }

  /// A list as it is: what was built in is cleared first.
  private static func list(_ setting: Setting, of rules: GrantRules) -> [String] {
    let words = setting.words(in: rules) ?? []
    let empty = "\(setting.key)="
    return words.isEmpty ? [empty] : [empty, empty + words.joined(separator: " ")]
  }
}
