import AudioSessionTypes
import AudioSessionWire
import Glibc

/// The text of an `audiosessiond.conf`, from what a test sets.
package struct DaemonConfiguration: Sendable {
  /// Keys of `[Policy]` and `[Limits]`, squares of `[Interactions]`, and what names its section.
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
    var sections = settings.map { setting in
      (name: setting.sectionName, lines: ["\(setting.key)=\(setting.value)"])
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

extension PolicySetting {
  /// The section that was named, or the one that has the key.
  fileprivate var sectionName: String {
    if let section { return section }
    if key.contains(".") { return "Interactions" }
    return Limit.all.contains { $0.key == key } ? "Limits" : "Policy"
  }

  /// The name of a role that is a grant, too: one whose kind is above normal, or `accessibility` if
  /// it is to be one (R66).
  package var grantedRole: String? {
    if key == "AccessibilityGrant" && value == "yes" { return "accessibility" }
    guard let role = section?.without(prefix: "Role "), let like = Kind(name: value) else {
      return nil
    }
    return like.priority == .normal ? nil : String(role)
  }
}

extension DaemonConfiguration: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral settings: (String, String)...) {
    self.init(settings.map { PolicySetting(key: $0, value: $1) })
  }
}
