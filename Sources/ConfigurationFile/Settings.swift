package import AudioSessionTypes
package import AudioSessionWire

/// Everything that configuration decides.
package struct Settings: Equatable, Sendable {
  package var policy = Policy()
  package var limits = Limits()
  /// Who holds what; a grant that is missing here is nobody's.
  package var grants: [Grant: GrantRules]
  /// Who may take a role above normal, by its name (R66).
  package var roleGrants: [String: GrantRules] = [:]
  /// The zone of sessions that name none (R63).
  package var zones = ZoneDefault.shared

  /// What holds without any file: the defaults, and every grant for root alone.
  ///
  /// - Parameter instanceUser: The user of a per-user instance, who has the grants there too.
  package init(instanceUser: UInt32? = nil) {
    let rules = GrantRules(instanceUser: instanceUser)
    grants = [:]
    for grant in Grant.allCases { grants[grant] = rules }
  }

  /// Who holds what by the names of the sections, in the order of the shipped file, the roles last.
  package var allGrants: [(name: String, rules: GrantRules)] {
    Grant.allCases.map { ($0.rawValue, grants[$0, default: GrantRules()]) }
      + policy.roles.compactMap { role in roleGrants[role.name].map { (role.name, $0) } }
  }
}

/// Settings, and how they came about.
package struct LoadedSettings: Equatable, Sendable {
  package var settings: Settings
  /// The files that were read and hold, in order.
  package var files: [String]
  /// Files that are left out whole, since something in them is wrong; in order.
  package var leftOut: [LeftOutFile]
  /// Files beside the drop-ins that aren't read, since their names don't end in `.conf`.
  package var ignored: [String]
  /// What looks wrong and keeps nothing out: users and groups that don't exist.
  package var warnings: [ConfigurationFault]
  /// Where each value that isn't built in was set last, by `Section.Key`: `Policy.DuckGain`,
  /// `Interactions.phoneCall.*`, `Role emergency.Like`, `Grant alarm.Users`.
  package var setBy: [String: Place]

  package init(
    settings: Settings,
    files: [String] = [],
    leftOut: [LeftOutFile] = [],
    ignored: [String] = [],
    warnings: [ConfigurationFault] = [],
    setBy: [String: Place] = [:]
  ) {
    self.settings = settings
    self.files = files
    self.leftOut = leftOut
    self.ignored = ignored
    self.warnings = warnings
    self.setBy = setBy
  }

  /// Everything that is wrong, in the order of reading.
  package var faults: [ConfigurationFault] { leftOut.flatMap(\.faults) }
}

/// A file that nothing was taken from, and why; the faults are never none.
package struct LeftOutFile: Equatable, Sendable {
  package var file: String
  package var faults: [ConfigurationFault]

  package init(file: String, faults: [ConfigurationFault]) {
    self.file = file
    self.faults = faults
  }
}
