import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Sends lines to the connections and receives theirs.
///
/// It never waits: what the kernel doesn't take stays in the connection's outbox.
final class Transport {
  /// How far a connection's output has come.
  struct Mark {
    /// Whether a message is being written to it in pieces; its next request waits.
    fileprivate(set) var isMidMessage = false
    /// Whether the kernel had no memory for its output or input, which is tried again later.
    fileprivate(set) var awaitsMemory = false
  }

  private var writer = JSONWriter()
  private var line = IncomingLine()
  /// Memory for what is received, which the connection being served has; see ``LineSplitter``.
  private var memory: [UInt8] = []
  private var shortage = MemoryShortage()
  private let epoch: Epoch
  private let scheduler: Scheduler
  private let store: ConnectionStore
  private let configuration: ConfigurationInForce

  init(
    epoch: Epoch,
    scheduler: Scheduler,
    store: ConnectionStore,
    configuration: ConfigurationInForce
  ) {
    self.epoch = epoch
    self.configuration = configuration
    self.scheduler = scheduler
    self.store = store
  }

  /// Records that nobody will read further output; input sent before the end is still read.
  func loseReader(_ connection: Connection) {
    guard connection.life.loseReader() else { return }
    connection.outbox.removeAll()
    scheduler.touch(connection)
    if connection.process.hasEnded { scheduler.postpone(connection) }
  }
}

/// Sending to connections.
extension Transport {
  /// Sends a reply with a result; a notification gets no reply.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - id: The request's id; nil if it was a notification.
  ///   - connection: The connection that sent the request.
  ///   - isHeld: Whether the line, and everything after it, waits for its release (R14).
  /// - Returns: The held line; nil if none is held, or if nobody will read it.
  @discardableResult
  func reply(
    _ result: some JSONEncodable,
    to id: RequestID?,
    on connection: Connection,
    isHeld: Bool = false
  ) -> HeldLine? {
    reply(to: id, on: connection, isHeld: isHeld) { result.encode(into: &$0) }
  }

  /// Sends a reply whose result `write` appends; `write` must send nothing itself, since all lines
  /// are written in one place.
  func reply(
    to id: RequestID?,
    on connection: Connection,
    isHeld: Bool,
    _ write: (inout JSONWriter) -> Void
  ) -> HeldLine? {
    guard let id else { return nil }
    writer.removeAll()
    writer.reply(to: id, write)
    return sendReply(on: connection, isHeld: isHeld)
  }

  /// Sends a reply with an error.
  func reply(failure error: RPCError, to id: RequestID?, on connection: Connection) {
    guard let id else { return }
    writer.removeAll()
    writer.reply(to: id, failure: error)
    _ = sendReply(on: connection, isHeld: false)
  }

  /// Adds a notification to the connection's outbox.
  ///
  /// - Parameters:
  ///   - message: The notification.
  ///   - connection: Its recipient.
  ///   - seq: The number of the latest decision.
  ///   - counts: Whether it counts towards `UnsentBytes`.
  ///   - change: The change it reports, which a later one replaces while it is unread.
  func tell(
    _ message: some Notification,
    to connection: Connection,
    seq: UInt64,
    counts: Bool = true,
    change: Change? = nil
  ) {
    guard connection.life.isTold else { return }
    writer.removeAll()
    let end = message.encodeLineStart(into: &writer, epoch: epoch, seq: seq)
    writer.withBytes { post($0, end, to: connection, counts: counts, change: change) }
  }

  /// Appends the line of a notification, for whoever sends it to several connections.
  func write(_ message: some Notification, seq: UInt64, into writer: inout JSONWriter) {
    message.encodeLine(into: &writer, epoch: epoch, seq: seq)
  }

  /// Adds a line to the connection's outbox, with the end that it shares with others, if any.
  ///
  /// A reader who keeps up isn't cut off for the output of a single turn: pending output is sent
  /// before the limit is checked.
  func post(
    _ line: Span<UInt8>,
    _ end: [UInt8] = [],
    to connection: Connection,
    counts: Bool,
    change: Change? = nil
  ) {
    guard connection.life.isTold else { return }
    connection.outbox.append(line, end, counts: counts, change: change)
    scheduler.touch(connection)
    if connection.outbox.isCongested || connection.outbox.isOverflowing { flush(connection) }
    if connection.outbox.isOverflowing { connection.life.cutOff(.unreadNotifications) }
  }

  /// Returns what is left of a change, given what the reader hasn't read yet; nil if nothing is.
  func coalesce(_ change: Change, for connection: Connection) -> Change? {
    if connection.outbox.isCongested { flush(connection) }
    return connection.outbox.coalesce(change)
  }

  /// Whether there is room for an optional line; what can be sent is sent first.
  func admits(_ byteCount: Int, on connection: Connection) -> Bool {
    if connection.outbox.isCongested { flush(connection) }
    return connection.outbox.admits(byteCount)
  }

  /// Sends the reply that the writer holds, or adds it to the batch that it belongs to.
  private func sendReply(on connection: Connection, isHeld: Bool) -> HeldLine? {
    guard connection.life.hasReader else { return nil }
    if connection.input.batch == nil { writer.endLine() }
    return writer.withBytes { line in
      guard isHeld || connection.input.batch != nil else {
        post(line, to: connection, counts: false)
        return nil
      }
      scheduler.touch(connection)
      if let batch = connection.appendToBatch(line) {
        guard isHeld, connection.outbox.hold(batch) else { return nil }
        return HeldLine(connection: connection.id, number: batch)
      }
      return HeldLine(connection: connection.id, number: connection.outbox.appendHeld(line))
    }
  }

  /// Begins a message that is written in pieces; what follows on the connection waits for its end.
  ///
  /// - Returns: The number by which to go on with it.
  func begin(_ bytes: Span<UInt8>, on connection: Connection) -> UInt64 {
    scheduler.touch(connection)
    connection.outputMark.isMidMessage = true
    guard let batch = connection.appendToBatch(bytes) else {
      return connection.outbox.appendHeld(bytes)
    }
    _ = connection.outbox.hold(batch)
    return batch
  }

  /// Goes on with a message.
  func goOn(_ number: UInt64, _ bytes: Span<UInt8>, on connection: Connection) {
    connection.outbox.extend(number, bytes)
  }

  /// Ends a message, which is sent as soon as nothing else holds it.
  func end(_ number: UInt64, _ bytes: Span<UInt8>, on connection: Connection) {
    connection.outbox.extend(number, bytes)
    connection.outbox.release(number)
    drop(on: connection)
    scheduler.touch(connection)
  }

  /// Gives up a message on a connection that has ended.
  func drop(on connection: Connection) { connection.outputMark.isMidMessage = false }

  /// Sends as much output as the kernel takes.
  func flush(_ connection: Connection) {
    guard connection.life.hasReader, !connection.outputMark.awaitsMemory else { return }
    if connection.outbox.sendableBytes > 0 { store.markBusy(connection) }
    var isBlocked = false
    var failure: Errno?
    while connection.outbox.sendableBytes > 0, !isBlocked {
      connection.outbox.send { bytes in
        do throws(Errno) {
          let count = try connection.socket.send(bytes) ?? 0
          isBlocked = count < bytes.count
          return count
        } catch {
          isBlocked = true
          failure = error
          return 0
        }
      }
    }
    if let failure { handle(failure, on: connection) }
  }

  /// Handles a failed send: a client is never left without an answer and without an end.
  private func handle(_ failure: Errno, on connection: Connection) {
    if failure.code == EPIPE || failure.code == ECONNRESET {
      loseReader(connection)
    } else if failure.isShortage {
      awaitMemory(connection)
    } else {
      connection.life.cutOff(.unsendable)
      scheduler.touch(connection)
    }
  }

  private func awaitMemory(_ connection: Connection) {
    guard !connection.outputMark.awaitsMemory else { return }
    connection.outputMark.awaitsMemory = true
    shortage.add(connection)
    scheduler.touch(connection)
  }

  /// Sends and receives again what the kernel had no memory for, if it is time at `now`.
  func retry(at now: Instant) {
    for connection in shortage.take(at: now) {
      connection.outputMark.awaitsMemory = false
      scheduler.touch(connection)
    }
  }

  /// The time of the next ``retry(at:)``; nil if there is none.
  var retryTime: Instant? { shortage.retryTime }
}

/// Receiving from connections.
extension Transport {
  /// Takes what the socket holds, at most 16 KiB.
  ///
  /// - Returns: Whether the peer has sent its last byte.
  func receive(_ connection: Connection) -> Bool {
    store.markBusy(connection)
    var received: Int?
    do { received = try receiveBytes(connection) } catch {
      // Of a peer that is gone the poller reports that for ever, so its last words aren't waited for.
      if error.isShortage, connection.life.hasReader, !connection.process.hasEnded {
        awaitMemory(connection)
      } else {
        connection.life.endInput()
        loseReader(connection)
      }
      return false
    }
    if received == 0 {
      connection.life.endInput()
      return true
    }
    if connection.input.hasSkippedTooMuch { connection.life.cutOff(.endlessLine) }
    if connection.process.hasEnded {
      let mayReadOn = received.map { connection.input.mayReadOn(afterDeath: $0) } ?? false
      if !mayReadOn { connection.life.endInput() }
    }
    return false
  }

  /// Returns how many bytes were received, 0 at end of file, nil if there are none now.
  private func receiveBytes(_ connection: Connection) throws(Errno) -> Int? {
    var result: Result<Int?, Errno> = .success(nil)
    connection.input.receive(in: &memory, atMost: 16_384) { space in
      do throws(Errno) {
        result = .success(try connection.socket.receive(into: &space))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Ends the connection's turn: what it sent and isn't carried out yet is kept with it.
  func keepRest(of connection: Connection) { connection.input.giveBack(&memory) }

  /// Returns the next message: one that was postponed, the next of the batch, or the next line's.
  func nextMessage(of connection: Connection) -> IncomingMessage? {
    let limits = configuration.settings.limits
    return connection.nextMessage(&line, limits, isAnswered: connection.life.hasReader)
  }
}
