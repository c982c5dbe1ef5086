package import AudioSessionTypes

/// `server.status`: shows the daemon's state.
struct ServerStatus: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .serverStatus }

  static let specification = MethodSpecification(
    "Shows the daemon's counts, limits and configuration faults.",
    result: .object(StatusResult.members)
  )
}

/// The result of `server.status`.
package struct StatusResult: Equatable, Sendable {
  package var version: String
  package var epoch: Epoch
  package var uptimeSeconds: Double
  /// The number of connections.
  package var connections: Int
  package var counts: Counts
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
    connections: Int,
    counts: Counts,
    limits: WrittenValue,
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
}

extension StatusResult: RowEncodable {
  package static let rows: [Row<StatusResult>] = [
    .required("version", .text, "The daemon's version.", \.version),
    .required("protocol", .integer(1...1), "The protocol's version.") { _ in 1 },
    .required("epoch", .text, "The daemon's current epoch.", \.epoch),
    .required(
      "uptimeSeconds",
      .number(0...1e12),
      "The time since the epoch began.",
      \.uptimeSeconds
    ),
    .object(
      "counts",
      [.required("connections", .count, "Connections.", \.connections)]
        + Counts.rows.map { $0.of(\.counts) },
      "The numbers of connections and sessions."
    ),
    .required("limits", .component(.limits), "The limits in force.", \.limits),
    .required("enforcers", .count, "The number of attached enforcers.", \.enforcers),
    .required(
      "configurationFaults",
      .list(.text),
      "What was wrong with the configuration when it was last read, `file:line: fault` each. At "
        + "start, a file with a fault is left out; a reload with a fault keeps the former "
        + "configuration.",
      \.configurationFaults
    ),
    .required(
      "configurationReadAt",
      .time,
      "The time at which the configuration in force was read.",
      \.configurationReadAt
    ),
    .required("seq", .count, "The latest decision.", \.seq),
  ]
}

extension StatusResult {
  /// By hand, since it is what monitoring asks for: the rows take a quarter more.
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("version", version)
    writer.member("protocol", 1)
    writer.member("epoch", epoch)
    writer.member("uptimeSeconds", uptimeSeconds)
    writer.key("counts")
    writer.beginObject()
    writer.member("connections", connections)
    writer.member("sessions", counts.sessions)
    writer.member("active", counts.active)
    writer.member("interrupted", counts.interrupted)
    writer.member("ducked", counts.ducked)
    writer.member("pending", counts.pending)
    writer.member("leases", counts.leases)
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
  fileprivate static let rows: [Row<Counts>] = [
    .required("sessions", .count, "Open sessions, in any state.", \.sessions),
    .required("active", .count, "Active sessions.", \.active),
    .required("interrupted", .count, "Interrupted sessions.", \.interrupted),
    .required("ducked", .count, "Ducked sessions.", \.ducked),
    .required(
      "pending",
      .count,
      "Refused sessions that are waiting to be told that they may play (R34).",
      \.pending
    ),
    .required("leases", .count, "Sessions that are leases.", \.leases),
  ]
}
