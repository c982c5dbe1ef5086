/// What a scenario declares before anybody does anything.
package struct Stage: Sendable {
  /// The sessions that are open from the start, in the order in which they are opened.
  package var sessions: [DeclaredSession] = []
  /// Groups of names that are one process; any other name is a process of its own.
  package var processes: [SharedProcess] = []
  /// The users of processes that aren't the usual user's.
  package var users: [String: UInt32] = [:]
  /// Those whose connection asked for the events of kind `lifecycle`.
  package var watchers: Set<String> = []
  /// The grants of those who don't hold those of all priorities and roles.
  package var grants: [String: [String]] = [:]
  /// The applications that connections name before anything is opened.
  package var applications: [String: String] = [:]
  /// Who reports about the system beside `the system`, and for which user only.
  package var reporters: [String: UInt32?] = [:]
  package var settings: [PolicySetting] = []

  package init() {}

  /// Whether the settings build on a profile.
  package var usesProfile: Bool { settings.contains { $0.key == "Profile" } }
}

/// A session as it is opened.
package struct DeclaredSession: Equatable, Sendable {
  package var name: String
  package var configuration = DeclaredChange()
  package var zone = DeclaredZone.byPolicy
  /// How long the lease lasts, nil for a session that belongs to its connection.
  package var lease: Duration?

  package init(name: String) { self.name = name }
}

/// Sessions of one process, over one connection or over one each.
package struct SharedProcess: Sendable {
  package var names: [String]
  package var hasConnectionEach: Bool

  package init(names: [String], hasConnectionEach: Bool) {
    self.names = names
    self.hasConnectionEach = hasConnectionEach
  }
}

/// `DuckGain=0.5`, `ducking.phoneCall=duck -6dB` or `SessionsPerUser=1`, as configuration writes it.
package struct PolicySetting: Equatable, Sendable {
  /// `Role emergency` of `[Role emergency]`; nil: the key tells the section.
  package var section: String?
  package var key: String
  package var value: String

  package init(section: String? = nil, key: String, value: String) {
    self.section = section
    self.key = key
    self.value = value
  }
}
