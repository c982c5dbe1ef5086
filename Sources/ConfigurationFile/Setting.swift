package import AudioSessionSchema
package import AudioSessionTypes
package import AudioSessionWire

/// One key of the configuration: its section, its type and range, the property that it sets, and
/// its meaning.
///
/// ``all`` has every key; the reader, the shipped file and `--check-config` are made from it. The
/// keys of `[Policy]` come from ``PolicyKey``, those of `[Limits]` from ``Limit``. Defaults aren't
/// in it: they are read from fresh settings.
package struct Setting: Sendable {
  /// The sections, in the order of the shipped file.
  package enum Section: String, CaseIterable, Sendable {
    case policy = "Policy"
    case interactions = "Interactions"
    /// One for each further kind, whose name follows in the header.
    case role = "Role"
    case zones = "Zones"
    /// One for each ``Grant`` and for each role above normal, whose name follows in the header.
    case grant = "Grant"
    case limits = "Limits"
  }

  /// A key's type, and for a single value the property that it sets.
  package enum Value: Sendable {
    case policy(PolicyKey.Value)
    case limit(Limit)
    /// Cells of the pair table; the key itself says which.
    case square
    /// A built-in kind.
    case kind
    /// A flag of a role.
    case roleFlag(Property<Policy.Role, Bool>)
    /// The name of a profile.
    case profile
    case zoneDefault
    case users, groups, units, userUnits
  }

  package let section: Section
  package let key: String
  package let value: Value
  /// Whole sentences, for the shipped file and the manual.
  package let meaning: String
}

extension Setting {
  /// Every key there is, in the order of the shipped file.
  package static let all = Section.allCases.flatMap(all(in:))

  /// Every key of a section, in the order of the shipped file.
  static func all(in section: Section) -> [Setting] {
    // Apart, so that only the sections that a file has are made ready when the daemon starts.
    switch section {
    case .policy: policy
    case .interactions: interactions
    case .role: role
    case .zones: zones
    case .grant: grant
    case .limits: limits
    }
  }

  private static let policy =
    [
      Setting(
        section: .policy,
        key: "Profile",
        value: .profile,
        meaning:
          "Profile whose lines come before all others, such as ios, android, car or web; empty for "
          + "none."
      )
    ]
    + PolicyKey.all.map { key in
      Setting(section: .policy, key: key.key, value: .policy(key.value), meaning: key.meaning)
    }

  private static let interactions = [
    Setting(
      section: .interactions,
      key: "NEWCOMER.CURRENT",
      value: .square,
      meaning: "Outcome between a newly activated session and a current one (R59)."
    )
  ]

  private static let role = [
    Setting(
      section: .role,
      key: "Like",
      value: .kind,
      meaning: "The kind whose row, column and priority the role has (R66)."
    ),
    Setting(
      section: .role,
      key: "DuckWithinApplication",
      value: .roleFlag(Property { $1(&$0.ducksWithinApplication) }),
      meaning:
        "Whether its sessions duck, and are ducked, within an application, too; what is ducked is "
        + "told so, and isn't lowered (R52)."
    ),
  ]

  private static let zones = [
    Setting(
      section: .zones,
      key: "Default",
      value: .zoneDefault,
      meaning:
        "Zone of sessions that name none: shared, in which all sessions meet, or their user's own "
        + "(R63)."
    )
  ]

  private static let grant = [
    Setting(
      section: .grant,
      key: "Users",
      value: .users,
      meaning: "Users that hold the grant; by default root, and in a per-user instance its user."
    ),
    Setting(
      section: .grant,
      key: "Groups",
      value: .groups,
      meaning: "Groups whose members hold the grant."
    ),
    Setting(
      section: .grant,
      key: "Units",
      value: .units,
      meaning: "Units of systemd whose processes hold the grant."
    ),
    Setting(
      section: .grant,
      key: "UserUnits",
      value: .userUnits,
      meaning: "Units of the users' own service managers; any user can create one of that name."
    ),
  ]

  private static let limits = Limit.all.map { limit in
    Setting(section: .limits, key: limit.key, value: .limit(limit), meaning: limit.meaning)
  }
}
