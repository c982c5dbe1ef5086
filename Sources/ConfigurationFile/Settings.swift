package import AudioSessionTypes
package import AudioSessionWire

/// All settings of the configuration.
package struct Settings: Equatable, Sendable {
  /// The profile whose lines come before all others; nil for none.
  package var profile: String?
  package var policy = Policy()
  package var limits = Limits()
  /// The holders of each grant; nobody holds one that is missing here.
  package var grants: [Grant: GrantRules]
  /// The holders of the grants of roles that need one, by the role's name (R66): those above normal,
  /// and ``accessibility`` if the policy says so.
  package var roleGrants: [String: GrantRules] = [:]
  /// The zone of sessions that name none (R63).
  package var zones = ZoneDefault.shared

  /// The settings without any file: the defaults, and every grant for root alone.
  ///
  /// - Parameter instanceUser: The user of a per-user instance, who has the grants there too.
  package init(instanceUser: UInt32? = nil) {
    let rules = GrantRules(instanceUser: instanceUser)
    grants = [:]
    for grant in Grant.allCases { grants[grant] = rules }
  }

  /// The name of the built-in role (R66).
  package static let accessibility = "accessibility"

  /// The holders of all grants, in the order of the shipped file; those of roles come last.
  package var allGrants: [(name: String, rules: GrantRules)] {
    let roles = [Settings.accessibility] + policy.roles.map { $0.name }
    return Grant.allCases.map { ($0.rawValue, grants[$0, default: GrantRules()]) }
      + roles.compactMap { name in roleGrants[name].map { (name, $0) } }
  }
}

/// Settings and their origin.
package struct LoadedSettings: Equatable, Sendable {
  package var settings: Settings
  /// The files that were read and take effect, in order.
  package var files: [String]
  /// The files that are left out as a whole because of a fault, in order.
  package var leftOut: [LeftOutFile]
  /// Files beside the drop-ins that aren't read, since their names don't end in `.conf`.
  package var ignored: [String]
  /// Warnings about users and groups that don't exist.
  package var warnings: [ConfigurationFault]
  /// The last place that set each value, by `Section.Key`: `Policy.DuckGain`,
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

  /// All faults, in the order of reading.
  package var faults: [ConfigurationFault] { leftOut.flatMap { $0.faults } }
}

/// A file that was left out, and its faults, of which there is at least one.
package struct LeftOutFile: Equatable, Sendable {
  package var file: String
  package var faults: [ConfigurationFault]

  package init(file: String, faults: [ConfigurationFault]) {
    self.file = file
    self.faults = faults
  }
}
