import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// A long list of sessions that is being written into a connection's output, over as many turns as
/// it takes.
///
/// It shows the sessions as they were when it was asked for, and so keeps a copy of them, which
/// takes memory of its own once a session changes. Therefore only one such list is written at a
/// time.
final class Listing {
  private struct Work: ~Copyable {
    let connection: Connection
    /// The number of its line in the connection's outbox.
    let number: UInt64
    let sessions: Sessions
    let viewer: Viewer
    let time: Instant
    let ids: [SessionID]
    var next = 0
    /// What follows the last session.
    let end: [UInt8]
  }

  private var work: Work?
  private var writer = JSONWriter()
  private let transport: Transport

  init(transport: Transport) { self.transport = transport }

  /// Whether a list is being written.
  var isBusy: Bool {
    switch work {
    case .some: true
    case .none: false
    }
  }

  /// Returns whether a list of these sessions is long enough to be written in pieces.
  static func isLong(_ sessions: borrowing Sessions) -> Bool {
    sessions.counts.sessions > Listing.longest
  }

  /// Begins a reply to a request; what follows on the connection waits for its end.
  func reply(
    _ result: SessionListResult,
    to id: RequestID,
    on connection: Connection,
    of sessions: borrowing Sessions
  ) {
    writer.removeAll()
    writer.reply(to: id, result)
    if connection.input.batch == nil { writer.endLine() }
    begin(on: connection, of: sessions)
  }

  /// Begins a notification.
  func tell(
    _ message: some Notification,
    to connection: Connection,
    of sessions: borrowing Sessions
  ) {
    writer.removeAll()
    transport.write(message, seq: sessions.seq, into: &writer)
    begin(on: connection, of: sessions)
  }

  /// Begins to fill the gap in the message that the writer holds.
  private func begin(on connection: Connection, of sessions: borrowing Sessions) {
    guard let start = writer.gap else { return }
    let frame = writer.bytes
    let head = Array(frame[..<start])
    work = Work(
      connection: connection,
      number: transport.begin(head.span, on: connection),
      sessions: sessions.copy(imagining: nil),
      viewer: connection.viewer,
      time: .now,
      ids: sessions.ids,
      end: Array(frame[start...])
    )
  }

  /// Goes on with the list.
  ///
  /// - Parameter timeLimit: The time at which another connection's turn comes, on the monotonic
  ///   clock, in nanoseconds; at least one session is written.
  func goOn(until timeLimit: Int64) {
    guard var work = work.take() else { return }
    let comma = [UInt8(ascii: ",")]
    while work.connection.life.hasReader, work.next < work.ids.count {
      writer.removeAll()
      work.sessions.encode(work.ids[work.next], for: work.viewer, at: work.time, into: &writer)
      if work.next > 0 { transport.goOn(work.number, comma.span, on: work.connection) }
      writer.withBytes { transport.goOn(work.number, $0, on: work.connection) }
      work.next += 1
      if SystemClock.monotonic >= timeLimit { break }
    }
    if work.connection.life.hasReader, work.next < work.ids.count {
      self.work = consume work
    } else {
      transport.end(work.number, work.end.span, on: work.connection)
    }
  }

  /// Drops the list of a connection that has ended.
  func leave(_ connection: Connection) {
    guard connection.outputMark.isMidMessage else { return }
    transport.drop(on: connection)
    work = nil
  }

  /// The most sessions that are listed at once.
  private static let longest = 512
}
