import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// The sections `[Grant NAME]` that name a role, which needs one, instead of a built-in grant (R66).
struct RoleGrants {
  /// The built-in holders of a role's grant.
  let builtIn: GrantRules
  private var rules: [String: GrantRules] = [:]
  /// The place of each section's first header, in order.
  private var headers: [(name: String, place: Place)] = []

  init(builtIn: GrantRules) { self.builtIn = builtIn }

  subscript(name: String) -> GrantRules {
    get { rules[name] ?? builtIn }
    set { rules[name] = newValue }
  }

  mutating func enter(_ name: String, at place: Place) {
    if !headers.contains(where: { $0.name == name }) { headers.append((name, place)) }
  }

  /// The holders of the grant of each role that needs one.
  func resolve(
    by policy: Policy,
    _ faults: inout [ConfigurationFault]
  ) -> [String: GrantRules] {
    var resolved: [String: GrantRules] = [:]
    if policy.accessibilityGrant {
      resolved[Settings.accessibility] = self[Settings.accessibility]
    }
    for role in policy.roles where role.like.priority != .normal {
      resolved[role.name] = self[role.name]
    }
    for (name, place) in headers where resolved[name] == nil {
      faults.append(
        ConfigurationFault(
          at: place,
          found: "[Grant \(name)]",
          expected: RoleGrants.expected(insteadOf: name, policy, Array(resolved.keys))
        )
      )
    }
    return resolved
  }

  private static func expected(
    insteadOf name: String,
    _ policy: Policy,
    _ roles: [String]
  ) -> String {
    if name == Settings.accessibility {
      return "AccessibilityGrant=yes, without which nobody needs it"
    }
    let role = policy.roles.first { $0.name == name }
    if let like = role?.like {
      return "no grant: the role \(name) is like \(like.builtInName ?? ""), which is not above "
        + "normal, and so everybody may take it"
    }
    let names = SettingsReader.grantNames + roles.sorted()
    let guess = names.nearest(to: name).map { "; did you mean [Grant \($0)]?" } ?? ""
    return "a grant or a role above normal: \(names.alternatives)\(guess)"
  }
}
