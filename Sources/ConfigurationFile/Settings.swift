package import Arbitration
package import AudioSessionWire

/// Everything that configuration decides.
package struct Settings: Equatable, Sendable {
  package var policy = Policy()
  package var limits = Limits()
  /// Who holds what; a grant that is missing here is nobody's.
  package var grants: [Grant: GrantRules]

  /// What holds without any file: the defaults, and every grant for root alone.
  ///
  /// - Parameter instanceUser: The user of a per-user instance, who has the grants there too.
  package init(instanceUser: UInt32? = nil) {
    let root: UInt32 = 0
    let users = Set([root, instanceUser ?? root])
    grants = [:]
    for grant in Grant.allCases { grants[grant] = GrantRules(users: users) }
  }
}

/// Settings, and how they came about.
package struct LoadedSettings: Equatable, Sendable {
  package var settings: Settings
  /// What looks wrong and doesn't stop the daemon: users and groups that don't exist.
  package var warnings: [ConfigurationFault]
  /// The files that were read, in order.
  package var files: [String]

  package init(settings: Settings, warnings: [ConfigurationFault], files: [String]) {
    self.settings = settings
    self.warnings = warnings
    self.files = files
  }
}
