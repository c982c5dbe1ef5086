package import AudioSessionSchema

/// The agent's report about itself and all streams.
package struct AgentReport: Equatable, Sendable {
  package var version: String
  package var daemon: Contact
  /// The names of the agent's grants.
  package var grants: [String]
  package var pipeWire: Contact
  package var sessionBus: Contact
  package var systemBus: Contact
  /// The silent switch (R62).
  package var isSilenced: Bool
  package var neighbours: Neighbours
  package var rules: Rules
  package var streams: [StreamReport]

  /// The state of a connection that the agent needs.
  package struct Contact: Equatable, Sendable {
    /// Its address, or the one last tried.
    package var place: String?
    package var isConnected: Bool
    /// The reason that it isn't connected, a sentence; nil while it is.
    package var because: String?

    package init(place: String?, isConnected: Bool, because: String?) {
      self.place = place
      self.isConnected = isConnected
      self.because = because
    }
  }

  /// What else acts on the sound.
  package struct Neighbours: Equatable, Sendable {
    /// The sinks and sources by which WirePlumber lowers streams according to their roles.
    package var roleNodes: [String]
    /// JACK's clients, which aren't governed.
    package var jackClients: [String]
    /// Whether WirePlumber pauses the players whose output goes away.
    package var pausesPlayers: Bool

    package init(roleNodes: [String], jackClients: [String], pausesPlayers: Bool) {
      self.roleNodes = roleNodes
      self.jackClients = jackClients
      self.pausesPlayers = pausesPlayers
    }
  }

  /// The configuration in force.
  package struct Rules: Equatable, Sendable {
    /// The files in effect.
    package var files: [String]
    /// What is wrong with files that are left out, `file:line: fault` each.
    package var faults: [String]
    package var warnings: [String]

    package init(files: [String], faults: [String], warnings: [String]) {
      self.files = files
      self.faults = faults
      self.warnings = warnings
    }
  }

  package init(
    version: String,
    daemon: Contact,
    grants: [String],
    pipeWire: Contact,
    sessionBus: Contact,
    systemBus: Contact,
    isSilenced: Bool,
    neighbours: Neighbours,
    rules: Rules,
    streams: [StreamReport]
  ) {
    self.version = version
    self.daemon = daemon
    self.grants = grants
    self.pipeWire = pipeWire
    self.sessionBus = sessionBus
    self.systemBus = systemBus
    self.isSilenced = isSilenced
    self.neighbours = neighbours
    self.rules = rules
    self.streams = streams
  }
}

extension AgentReport: DescribedObject {
  package static var unsent: AgentReport? {
    let contact = Contact(place: nil, isConnected: false, because: nil)
    return AgentReport(
      version: "?",
      daemon: contact,
      grants: [],
      pipeWire: contact,
      sessionBus: contact,
      systemBus: contact,
      isSilenced: false,
      neighbours: Neighbours(roleNodes: [], jackClients: [], pausesPlayers: false),
      rules: Rules(files: [], faults: [], warnings: []),
      streams: []
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: AgentReport?,
    of archive: inout A
  ) throws(A.Fault) -> AgentReport {
    AgentReport(
      version: try archive.member("version", it?.version),
      daemon: try archive.member("daemon", it?.daemon),
      grants: try archive.member("grants", it?.grants),
      pipeWire: try archive.member("pipeWire", it?.pipeWire),
      sessionBus: try archive.member("sessionBus", it?.sessionBus),
      systemBus: try archive.member("systemBus", it?.systemBus),
      isSilenced: try archive.member("silenced", it?.isSilenced),
      neighbours: try archive.member("neighbours", it?.neighbours),
      rules: try archive.member("rules", it?.rules),
      streams: try archive.member("streams", it?.streams)
    )
  }
}

extension AgentReport.Contact: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: AgentReport.Contact?,
    of archive: inout A
  ) throws(A.Fault) -> AgentReport.Contact {
    AgentReport.Contact(
      place: try archive.nullable("place", it.map { $0.place }),
      isConnected: try archive.member("connected", it?.isConnected),
      because: try archive.nullable("because", it.map { $0.because })
    )
  }
}

extension AgentReport.Neighbours: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: AgentReport.Neighbours?,
    of archive: inout A
  ) throws(A.Fault) -> AgentReport.Neighbours {
    AgentReport.Neighbours(
      roleNodes: try archive.member("roleNodes", it?.roleNodes),
      jackClients: try archive.member("jackClients", it?.jackClients),
      pausesPlayers: try archive.member("pausesPlayers", it?.pausesPlayers)
    )
  }
}

extension AgentReport.Rules: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: AgentReport.Rules?,
    of archive: inout A
  ) throws(A.Fault) -> AgentReport.Rules {
    AgentReport.Rules(
      files: try archive.member("files", it?.files),
      faults: try archive.member("faults", it?.faults),
      warnings: try archive.member("warnings", it?.warnings)
    )
  }
}
