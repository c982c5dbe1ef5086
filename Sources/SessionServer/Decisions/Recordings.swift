import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The connections that record: each is sent every event with its decision, and begins with the
/// whole state, so that the decisions can be repeated elsewhere.
final class Recordings {
  private var writer = JSONWriter()
  private let subscribers: Subscribers
  private let epoch: Epoch
  private let transport: Transport

  init(_ subscribers: Subscribers, epoch: Epoch, transport: Transport) {
    self.subscribers = subscribers
    self.epoch = epoch
    self.transport = transport
  }

  /// Whether anybody records.
  var isActive: Bool { subscribers.follow(.events) }

  /// Adds a connection, which is sent all events from now on.
  ///
  /// - Returns: The state from which they go on.
  func add(_ connection: Connection, to sessions: borrowing Sessions) -> EventsRecordResult {
    subscribers.add(connection, to: .events)
    let line = state(of: sessions, lostFrom: nil)
    return EventsRecordResult(seq: sessions.seq, epoch: epoch, line: line)
  }

  /// Sends a recorder that missed events the state from which they go on.
  func catchUp(_ connection: Connection, with sessions: borrowing Sessions) {
    guard let last = subscribers.catchUp(connection, with: .events) else { return }
    let message = EventsRecorded(line: state(of: sessions, lostFrom: last))
    transport.tell(message, to: connection, seq: sessions.seq, counts: false)
  }

  /// Sends an event to each recorder, as one line encoded once.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time at which it was applied.
  ///   - identity: The names of the session that it was to open or to take over.
  ///   - decision: The decision.
  ///   - id: The session whose request was granted.
  ///   - sessions: The sessions after the decision.
  func record(
    _ event: Event,
    at now: Instant,
    _ identity: SessionIdentity?,
    _ decision: borrowing Decision,
    _ id: SessionID?,
    of sessions: borrowing Sessions
  ) {
    let recorders = subscribers.readers(of: .events)
    guard !recorders.isEmpty else { return }
    let recorded = RecordedEvent(
      event: event,
      at: now,
      names: id.flatMap { id in identity.map { RecordedNames(id, $0) } },
      decision: decision.json(sessions.kindNames)
    )
    writer.removeAll()
    EventsRecorded(line: recorded.json)
      .encodeLine(into: &writer, epoch: epoch, seq: sessions.seq)
    for recorder in recorders {
      if transport.admits(writer.count, on: recorder) {
        writer.withBytes { transport.post($0, to: recorder, counts: true) }
      } else {
        // What is left out may be an event that took no number.
        subscribers.skip(recorder, from: (decision.seq ?? sessions.seq + 1) - 1)
      }
    }
  }

  private func state(of sessions: borrowing Sessions, lostFrom: UInt64?) -> JSONValue {
    var names: [RecordedNames] = []
    for id in sessions.ids {
      if let identity = sessions.identity(of: id) { names.append(RecordedNames(id, identity)) }
    }
    let state = RecordedState(
      state: sessions.snapshot,
      at: .now,
      time: Time(realtime: SystemClock.realtime).text,
      epoch: epoch.text,
      daemon: version,
      names: names,
      lostFrom: lostFrom
    )
    return state.json
  }
}

extension RecordedNames {
  fileprivate init(_ id: SessionID, _ identity: SessionIdentity) {
    self.init(
      session: id,
      name: identity.name,
      leaseName: identity.leaseName,
      application: identity.application,
      zone: identity.zone,
      program: identity.peer.comm
    )
  }
}
