import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// Prints configuration from the table of keys.
package enum ConfigurationPrinter {
  /// The settings in force, as a file that would set them; for `--check-config`.
  ///
  /// Users and groups are printed as numbers, of the pair table only what isn't as it was built.
  package static func effective(_ settings: Settings) -> String {
    var lines: [String] = []
    for section in Setting.Section.allCases {
      let keys = Setting.all.filter { $0.section == section }
      switch section {
      case .policy, .limits:
        let values = keys.map { "\($0.key)=\($0.text(in: settings) ?? "")" }
        lines += paragraph("[\(section.rawValue)]", values)
      case .interactions:
        lines += paragraph("[\(section.rawValue)]", overrides(in: settings.policy.interactions))
      case .grant:
        for grant in Grant.allCases {
          let rules = settings.grants[grant, default: GrantRules()]
          let header = "[Grant \(grant.rawValue)]"
          lines += paragraph(header, keys.flatMap { list($0, of: rules) })
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func paragraph(_ header: String, _ lines: [String]) -> [String] {
    [header] + lines + [""]
  }

  private static func overrides(in table: PairTable) -> [String] {
    Kind.allCases.flatMap { newcomer in
      Kind.allCases.compactMap { current in
        let cell = Cell(newcomer, current)
        let outcome = table[cell]
        return outcome == PairTable.standard[cell] ? nil : "\(cell.name)=\(outcome.rawValue)"
      }
    }
  }

  /// A list as it is: what was built in is cleared first.
  private static func list(_ setting: Setting, of rules: GrantRules) -> [String] {
    let words: [String] =
      switch setting.value {
      case .users: rules.users.sorted().map { "\($0)" }
      case .groups: rules.groups.sorted().map { "\($0)" }
      default: rules.units.sorted()
      }
    let empty = "\(setting.key)="
    return words.isEmpty ? [empty] : [empty, empty + words.joined(separator: " ")]
  }
}
