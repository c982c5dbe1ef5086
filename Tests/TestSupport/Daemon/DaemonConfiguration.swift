import AudioSessionWire
import Glibc

/// The text of an `audiosessiond.conf`, from what a test sets.
package struct DaemonConfiguration: Sendable {
  /// Keys of `[Policy]` and `[Limits]`, squares of `[Interactions]`.
  package var settings: [PolicySetting]
  /// Who holds a grant beside root, by its name.
  package var grants: [String: Holders] = [:]

  /// Users and groups by number.
  package struct Holders: Sendable {
    package var users: [UInt32]
    package var groups: [UInt32]

    package init(users: [UInt32] = [], groups: [UInt32] = []) {
      self.users = users
      self.groups = groups
    }
  }

  package init(_ settings: [PolicySetting] = []) { self.settings = settings }

  /// The file's text; who runs the tests holds every grant, as root does anyhow.
  package var text: String {
    var sections: [(name: String, lines: [String])] = [
      ("Policy", []), ("Interactions", []), ("Limits", []),
    ]
    for setting in settings {
      let isLimit = Limit.all.contains { $0.key == setting.key }
      let index = setting.key.contains(".") ? 1 : isLimit ? 2 : 0
      sections[index].lines.append("\(setting.key)=\(setting.value)")
    }
    var grants = grants
    for grant in Grant.allCases where geteuid() != 0 {
      grants[grant.rawValue, default: Holders()].users.append(geteuid())
    }
    for (grant, holders) in grants.sorted(by: { $0.key < $1.key }) {
      let users = holders.users.map(String.init).joined(separator: " ")
      let groups = holders.groups.map(String.init).joined(separator: " ")
      sections.append(("Grant \(grant)", lines("Users", users) + lines("Groups", groups)))
    }
    return sections.map { "[\($0.name)]\n\($0.lines.map { $0 + "\n" }.joined())" }.joined()
  }

  /// An empty value would clear what is built in.
  private func lines(_ key: String, _ value: String) -> [String] {
    value.isEmpty ? [] : ["\(key)=\(value)"]
  }
}

extension DaemonConfiguration: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral settings: (String, String)...) {
    self.init(settings.map { PolicySetting(key: $0, value: $1) })
  }
}
