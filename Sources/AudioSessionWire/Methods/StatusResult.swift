package import AudioSessionTypes

/// What `server.status` is answered with.
package struct StatusResult: Equatable, Sendable {
  package var version: String
  package var epoch: Epoch
  package var uptimeSeconds: Double
  /// How many connections there are.
  package var connections: Int
  package var counts: Counts
  package var limits: Limits
  /// How many enforcers are attached.
  package var enforcers: Int
  /// What was wrong with the configuration's files when they were read last.
  package var configurationFaults: [String]
  /// When the files were read that hold.
  package var configurationReadAt: Time
  package var seq: UInt64

  package init(
    version: String,
    epoch: Epoch,
    uptimeSeconds: Double,
    connections: Int,
    counts: Counts,
    limits: Limits,
    enforcers: Int,
    configurationFaults: [String],
    configurationReadAt: Time,
    seq: UInt64
  ) {
    self.version = version
    self.epoch = epoch
    self.uptimeSeconds = uptimeSeconds
    self.connections = connections
    self.counts = counts
    self.limits = limits
    self.enforcers = enforcers
    self.configurationFaults = configurationFaults
    self.configurationReadAt = configurationReadAt
    self.seq = seq
  }

  static let members: [MemberDescription] = [
    .required("version", .text, "The daemon's version."),
    .required("protocol", .integer(1...1), "The protocol that it speaks."),
    .required("epoch", .text, "Its present life."),
    .required("uptimeSeconds", .number(0...1e12), "How long that has lasted."),
    .required("counts", .object(counts), "How many connections and sessions there are."),
    .required("limits", .component(.limits), "How much there may be."),
    .required("enforcers", .count, "How many enforcers are attached."),
    .required(
      "configurationFaults",
      .list(.text),
      "What was wrong with the configuration when it was last read, `file:line: what` each: such a "
        + "file is left out at the start, and a reload with one keeps the configuration before."
    ),
    .required("configurationReadAt", .time, "When the configuration in force was read."),
    .required("seq", .count, "The latest decision."),
  ]

  private static let counts: [MemberDescription] =
    [.required("connections", .count, "Connections.")] + Counts.members
}

extension StatusResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("version", version)
    writer.member("protocol", 1)
    writer.member("epoch", epoch)
    writer.member("uptimeSeconds", uptimeSeconds)
    writer.key("counts")
    writer.beginObject()
    writer.member("connections", connections)
    counts.encodeMembers(into: &writer)
    writer.endObject()
    writer.member("limits", limits)
    writer.member("enforcers", enforcers)
    writer.member("configurationFaults", configurationFaults)
    writer.member("configurationReadAt", configurationReadAt)
    writer.member("seq", seq)
    writer.endObject()
  }
}

extension Counts {
  static let members: [MemberDescription] = [
    .required("sessions", .count, "Open sessions, in any state."),
    .required("active", .count, "Active sessions."),
    .required("interrupted", .count, "Interrupted sessions."),
    .required("ducked", .count, "Ducked sessions."),
    .required("pending", .count, "Refused sessions that are told when they can be heard (R34)."),
    .required("leases", .count, "Sessions that are leases."),
  ]

  fileprivate func encodeMembers(into writer: inout JSONWriter) {
    writer.member("sessions", sessions)
    writer.member("active", active)
    writer.member("interrupted", interrupted)
    writer.member("ducked", ducked)
    writer.member("pending", pending)
    writer.member("leases", leases)
  }
}
