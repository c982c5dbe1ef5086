import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The daemon itself: who it is, how it is, what it did, and what there is to follow.
final class ServerRequests {
  private let epoch: Epoch
  private let connections: Connections
  private let transport: Transport
  private let observers: Observers
  private let enforcers: Enforcers
  private let configuration: ConfigurationInForce
  private let recorder: Recorder
  private let decisions: Decisions
  private let startTime = Instant.now
  /// The interface's description, once somebody asked for it.
  private var discovered: WrittenValue?

  init(_ rooms: Rooms, _ decisions: Decisions) {
    epoch = rooms.epoch
    connections = rooms.connections
    transport = rooms.transport
    observers = rooms.observers
    enforcers = rooms.enforcers
    configuration = rooms.configuration
    recorder = rooms.recorder
    self.decisions = decisions
  }

  func hello(_ hello: Hello, _ context: RequestContext) -> HelloResult {
    let connection = context.connection
    connection.isRefused = false
    connection.wantsLifecycle = hello.wantsLifecycle
    decisions.name(hello.application, of: connection)
    if let named = hello.epoch, named != epoch.text, !connection.hasOutlivedEpoch {
      connection.hasOutlivedEpoch = true
      let message = MediaServicesWereReset(previousEpoch: named)
      transport.tell(message, to: connection, seq: decisions.sessions.seq)
    }
    let peer = context.peer
    return HelloResult(
      serverName: "audiosessiond",
      version: version,
      epoch: epoch,
      peer: Peer(
        pid: peer.pid,
        uid: peer.user.number,
        gid: peer.gid,
        comm: peer.comm,
        unit: peer.unit,
        userUnit: peer.userUnit
      ),
      grants: context.grants.names(configuration.settings.policy),
      limits: configuration.settings.limits
    )
  }

  func sessionList(_ context: RequestContext) -> SessionListResult {
    SessionListResult(
      sessions: decisions.sessions.objects(for: context.viewer, at: .now),
      seq: decisions.sessions.seq,
      epoch: epoch
    )
  }

  func subscribe(_ subscribe: EventsSubscribe, _ context: RequestContext) -> SessionListResult {
    observers.remove(context.connection)
    if subscribe.scope == .all {
      connections.keep(context.connection)
      observers.add(context.connection)
    }
    return sessionList(context)
  }

  var status: StatusResult {
    StatusResult(
      version: version,
      epoch: epoch,
      uptimeSeconds: Instant.now.duration(since: startTime).inSeconds,
      connections: connections.usage.connections,
      counts: decisions.sessions.counts,
      limits: configuration.settings.limits,
      enforcers: enforcers.count,
      configurationFaults: configuration.faults.map(\.description),
      configurationReadAt: Time(realtime: configuration.readingTime),
      seq: decisions.sessions.seq
    )
  }

  /// The latest decisions, as many as were asked for and fit into one answer.
  func log(_ request: ServerLog, _ context: RequestContext) -> LogResult<WrittenValue> {
    let matching = recorder.log.latestFirst(since: request.since, before: request.before)
    let names = decisions.sessions.kindNames
    var written: [WrittenValue] = []
    var size = 0
    for decision in matching.prefix(request.limit) where size < ServerRequests.logAnswerBytes {
      let entry = WrittenValue(decision.shown(to: context.viewer, names))
      size += entry.bytes.count
      written.append(entry)
    }
    return LogResult(decisions: written.reversed(), more: written.count < matching.count)
  }

  func discover() -> WrittenValue {
    if let discovered { return discovered }
    let value = WrittenValue(OpenRPC(version: version))
    discovered = value
    return value
  }

  /// Where an answer of `server.log` stops; the rest is asked for with `before`.
  private static let logAnswerBytes = 1 << 20
}

/// A value that is written already: it never changes, or its length had to be known.
struct WrittenValue: JSONEncodable {
  let bytes: [UInt8]

  init(_ value: some JSONEncodable) {
    var writer = JSONWriter()
    value.encode(into: &writer)
    bytes = writer.bytes
  }

  func encode(into writer: inout JSONWriter) { writer.raw(bytes) }
}
