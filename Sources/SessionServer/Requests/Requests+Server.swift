import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The daemon itself: its identity, status, log, interface and events.
extension Requests {
  func hello(_ hello: Hello, _ context: RequestContext) -> HelloResult {
    let connection = context.connection
    connection.isRefused = false
    connection.wantsLifecycle = hello.wantsLifecycle
    decisions.name(hello.application, of: connection)
    if let named = hello.epoch, named != rooms.epoch.text, !connection.hasOutlivedEpoch {
      connection.hasOutlivedEpoch = true
      let message = MediaServicesWereReset(previousEpoch: named)
      rooms.transport.tell(message, to: connection, seq: decisions.sessions.seq)
    }
    let peer = context.peer
    return HelloResult(
      serverName: "audiosessiond",
      version: version,
      epoch: rooms.epoch,
      peer: Peer(
        pid: peer.pid,
        uid: peer.user.number,
        gid: peer.gid,
        comm: peer.comm,
        unit: peer.unit,
        userUnit: peer.userUnit
      ),
      grants: context.grants.names(rooms.configuration.settings.policy),
      limits: rooms.configuration.settings.limits
    )
  }

  func sessionList(_ context: RequestContext) -> SessionListResult {
    SessionListResult(
      sessions: decisions.sessions.objects(for: context.viewer, at: .now),
      seq: decisions.sessions.seq,
      epoch: rooms.epoch
    )
  }

  func subscribe(_ subscribe: EventsSubscribe, _ context: RequestContext) -> SessionListResult {
    stopObserving(context.connection)
    if subscribe.scope == .all {
      rooms.connections.keep(context.connection)
      rooms.observers.add(context.connection)
    }
    return sessionList(context)
  }

  func record(_ context: RequestContext) -> EventsRecordResult {
    stopObserving(context.connection)
    rooms.connections.keep(context.connection)
    return rooms.recordings.add(context.connection, to: decisions.sessions)
  }

  private func stopObserving(_ connection: Connection) {
    rooms.recordings.remove(connection)
    rooms.observers.remove(connection)
  }

  var status: StatusResult {
    StatusResult(
      version: version,
      epoch: rooms.epoch,
      uptimeSeconds: Instant.now.duration(since: rooms.startTime).inSeconds,
      connections: rooms.connections.usage.connections,
      counts: decisions.sessions.counts,
      limits: rooms.configuration.settings.limits,
      enforcers: rooms.enforcers.count,
      configurationFaults: rooms.configuration.faults.map(\.description),
      configurationReadAt: Time(realtime: rooms.configuration.readingTime),
      seq: decisions.sessions.seq
    )
  }

  /// Returns the latest decisions, up to the requested number and the size limit of a reply.
  func log(_ request: ServerLog, _ context: RequestContext) -> LogResult<WrittenValue> {
    let matching = rooms.recorder.log.latestFirst(since: request.since, before: request.before)
    let names = decisions.sessions.kindNames
    var written: [WrittenValue] = []
    var size = 0
    for decision in matching.prefix(request.limit) where size < Requests.logAnswerBytes {
      let entry = WrittenValue(decision.shown(to: context.viewer, names))
      size += entry.bytes.count
      written.append(entry)
    }
    return LogResult(decisions: written.reversed(), more: written.count < matching.count)
  }

  /// The description of the interface, encoded when first requested.
  static let interface = WrittenValue(OpenRPC(version: version))

  /// The size in bytes at which a `server.log` reply stops; clients request the rest with `before`.
  private static let logAnswerBytes = 1 << 20
}
