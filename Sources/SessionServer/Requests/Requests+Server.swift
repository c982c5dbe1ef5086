import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The daemon itself: its identity, status, log, interface and events.
extension Requests {
  func hello(_ hello: Hello, _ context: RequestContext) -> HelloResult {
    let connection = context.connection
    if let reset = decisions.greet(hello, on: connection) {
      base.transport.tell(reset, to: connection, seq: decisions.sessions.seq)
    }
    return HelloResult(to: connection, base.epoch, base.configuration.settings)
  }

  /// Replies with all sessions; with many, in pieces.
  func answerList(_ context: RequestContext) {
    let connection = context.connection
    guard let id = context.id, connection.life.hasReader else { return }
    if Listing.isLong(decisions.sessions) {
      let seq = decisions.sessions.seq
      let frame = SessionListResult(sessions: .later, seq: seq, epoch: base.epoch)
      services.listing.reply(frame, to: id, on: connection, of: decisions.sessions)
    } else {
      let list = decisions.sessions.list(for: connection, at: .now, epoch: base.epoch)
      base.transport.reply(list, to: id, on: connection)
    }
  }

  func subscribe(_ subscribe: EventsSubscribe, _ context: RequestContext) {
    if subscribe.scope == .all {
      base.connections.keep(context.connection)
      base.subscribers.add(context.connection, to: .decisions)
    } else {
      base.subscribers.remove(context.connection)
    }
    answerList(context)
  }

  func record(_ context: RequestContext) -> EventsRecordResult {
    base.connections.keep(context.connection)
    return services.recordings.add(context.connection, to: decisions.sessions)
  }

  var status: StatusResult {
    StatusResult(
      version: version,
      epoch: base.epoch,
      uptimeSeconds: Double(Instant.now.nanoseconds - base.startTime.nanoseconds) / 1e9,
      counts: StatusCounts(
        connections: base.connections.usage.connections,
        sessions: decisions.sessions.counts
      ),
      limits: base.configuration.writtenLimits,
      enforcers: services.enforcers.count,
      configurationFaults: base.configuration.faults.map { $0.description },
      configurationReadAt: Time(realtime: base.configuration.readingTime),
      seq: decisions.sessions.seq
    )
  }

  /// Returns the latest decisions, up to the requested number and the size limit of a reply.
  func log(_ request: ServerLog, _ context: RequestContext) -> LogResult<WrittenValue> {
    let matching = services.recorder.log.latestFirst(since: request.since, before: request.before)
    let names = decisions.sessions.kindNames
    var written: [WrittenValue] = []
    var size = 0
    for decision in matching.prefix(request.limit) where size < Requests.logAnswerBytes {
      let (seq, leftOut) = (decision.seq, decision.changesLeftOut)
      let shown = decision.shown(to: context.viewer, names)
      let entry = WrittenValue(LogEntry(seq: seq, shown, changesLeftOut: Int(leftOut)))
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
