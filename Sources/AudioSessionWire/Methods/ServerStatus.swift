package import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// `server.status`: shows the daemon's state.
struct ServerStatus: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Shows the daemon's counts, limits and configuration faults.",
    result: StatusResult.shape
  )
}

/// The result of `server.status`.
package struct StatusResult: Equatable, Sendable {
  package var version: String
  package var epoch: Epoch
  package var uptimeSeconds: Double
  package var counts: StatusCounts
  /// The limits, which are written once and sent often.
  package var limits: WrittenValue
  /// The number of attached enforcers.
  package var enforcers: Int
  /// The faults of the configuration files when they were read last.
  package var configurationFaults: [String]
  /// The time at which the configuration in force was read.
  package var configurationReadAt: Time
  package var seq: UInt64

  package init(
    version: String,
    epoch: Epoch,
    uptimeSeconds: Double,
    counts: StatusCounts,
    limits: WrittenValue,
    enforcers: Int,
    configurationFaults: [String],
    configurationReadAt: Time,
    seq: UInt64
  ) {
    self.version = version
    self.epoch = epoch
    self.uptimeSeconds = uptimeSeconds
    self.counts = counts
    self.limits = limits
    self.enforcers = enforcers
    self.configurationFaults = configurationFaults
    self.configurationReadAt = configurationReadAt
    self.seq = seq
  }
}

/// How much there is.
package struct StatusCounts: Equatable, Sendable {
  package var connections: Int
  package var sessions: Counts

  package init(connections: Int, sessions: Counts) {
    self.connections = connections
    self.sessions = sessions
  }
}

extension StatusResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: StatusResult?,
    of archive: inout A
  ) throws(A.Fault) -> StatusResult {
    let version = try archive.member("version", it?.version, "The daemon's version.")
    _ = try archive.member(
      "protocol",
      it.map { _ in 1 },
      .integer(1...1),
      "The protocol's version."
    )
    return StatusResult(
      version: version,
      epoch: try archive.member("epoch", it?.epoch, "The daemon's current epoch."),
      uptimeSeconds: try archive.member(
        "uptimeSeconds",
        it?.uptimeSeconds,
        .number(0...1e12),
        "The time since the epoch began."
      ),
      counts: try archive.member(
        "counts",
        it?.counts,
        "The numbers of connections and sessions."
      ),
      limits: try archive.member("limits", it?.limits, Limits.shape, "The limits in force."),
      enforcers: try archive.member(
        "enforcers",
        it?.enforcers,
        "The number of attached enforcers."
      ),
      configurationFaults: try archive.member(
        "configurationFaults",
        it?.configurationFaults,
        """
        What was wrong with the configuration when it was last read, `file:line: fault` each. At \
        start, a file with a fault is left out; a reload with a fault keeps the former \
        configuration.
        """
      ),
      configurationReadAt: try archive.member(
        "configurationReadAt",
        it?.configurationReadAt,
        "The time at which the configuration in force was read."
      ),
      seq: try archive.member("seq", it?.seq, "The latest decision.")
    )
  }
}

extension StatusCounts: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: StatusCounts?,
    of archive: inout A
  ) throws(A.Fault) -> StatusCounts {
    var counts = StatusCounts(
      connections: try archive.member("connections", it?.connections, "Connections."),
      sessions: Counts()
    )
    let sessions = it?.sessions
    counts.sessions.sessions =
      try archive.member("sessions", sessions?.sessions, "Open sessions, in any state.")
    counts.sessions.active = try archive.member("active", sessions?.active, "Active sessions.")
    counts.sessions.interrupted =
      try archive.member("interrupted", sessions?.interrupted, "Interrupted sessions.")
    counts.sessions.ducked = try archive.member("ducked", sessions?.ducked, "Ducked sessions.")
    counts.sessions.pending = try archive.member(
      "pending",
      sessions?.pending,
      "Refused sessions that are waiting to be told that they may play (R34)."
    )
    counts.sessions.leases =
      try archive.member("leases", sessions?.leases, "Sessions that are leases.")
    return counts
  }
}
