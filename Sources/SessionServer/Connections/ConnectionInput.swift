import AudioSessionConfigurationFile
import AudioSessionWire

/// Input of a connection that has been read but not carried out, in order: a postponed request, the
/// rest of a batch, complete lines, and the beginning of a line.
struct ConnectionInput {
  /// A batch that is being carried out, possibly over several turns.
  ///
  /// It keeps its line as it was sent, which counts as unread until the batch is done: read, the
  /// line takes many times the memory. So the line is read anew in each turn.
  final class OpenBatch {
    fileprivate let line: [UInt8]
    /// The number of its reply line in the outbox.
    let number: UInt64
    var hasReplies = false
    /// The number of messages that were taken.
    fileprivate var taken = 0
    /// The reading of the line that `taken` refers to.
    fileprivate var reading: UInt64

    fileprivate init(_ line: [UInt8], reading: UInt64, number: UInt64) {
      self.line = line
      self.reading = reading
      self.number = number
    }

    /// Returns the next message, read into `line` if that holds something else by now.
    fileprivate func next(_ line: inout IncomingLine, _ limits: Limits) -> IncomingMessage? {
      if line.readings != reading {
        let text = self.line
        line.read(text.span, limits: limits)
        line.skip(taken)
        reading = line.readings
      }
      taken += 1
      return line.next()
    }
  }

  /// The next item of the input.
  enum Next {
    case nothing
    case message(IncomingMessage)
    /// A line was longer than this many bytes, the most that is read.
    case tooLong(limit: Int)
    /// A batch begins, whose line has this place among the waiting bytes.
    case batchBegins(Range<Int>)
    case batchEnds(OpenBatch)
  }

  /// The open batch.
  private(set) var batch: OpenBatch?
  /// A large request that waits for a later turn.
  private var stash: Stash?
  private var afterDeath = AfterDeath()
  private var splitter: LineSplitter

  /// A message in memory of its own: few connections have one, and it is large.
  private final class Stash {
    let message: IncomingMessage

    init(_ message: IncomingMessage) { self.message = message }
  }

  init(lineBytes: Int) { splitter = LineSplitter(lineBytes: lineBytes) }

  /// The longest line that is read, in bytes.
  var lineBytes: Int {
    get { splitter.lineBytes }
    set { splitter.lineBytes = newValue }
  }

  /// Whether any input remains to be carried out.
  var hasWork: Bool { splitter.hasLine || batch != nil || stash != nil }
  /// Whether a line has begun whose end has not arrived.
  var isInsideLine: Bool { splitter.isInsideLine }
  /// Whether a line seems endless: more of it was skipped than any client sends by mistake.
  var hasSkippedTooMuch: Bool { splitter.hasSkippedTooMuch }
  /// The number of bytes that were read but not carried out.
  var unreadBytes: Int { splitter.waitingBytes + (batch?.line.count ?? 0) }

  mutating func append(_ bytes: Span<UInt8>) { splitter.append(bytes) }

  /// Receives bytes in memory that all connections share, until ``giveBack(_:)``.
  mutating func receive(
    in memory: inout [UInt8],
    atMost count: Int,
    _ body: (inout OutputSpan<UInt8>) -> Void
  ) {
    splitter.receive(in: &memory, atMost: count, body)
  }

  /// Gives the shared memory back, and keeps a copy of what hasn't been carried out.
  mutating func giveBack(_ memory: inout [UInt8]) { splitter.giveBack(&memory) }

  /// Returns the next item; lines are read into `line`, which all connections share.
  mutating func next(_ line: inout IncomingLine, _ limits: Limits) -> Next {
    if let stashed = stash.take() { return .message(stashed.message) }
    if let batch {
      if let message = batch.next(&line, limits) { return .message(message) }
      self.batch = nil
      return .batchEnds(batch)
    }
    switch splitter.next() {
    case nil: return .nothing
    case .tooLong: return .tooLong(limit: splitter.lineBytes)
    case .line(let range):
      line.read(splitter.bytes.span.extracting(range), limits: limits)
      if line.isBatch { return .batchBegins(range) }
      return line.next().map(Next.message) ?? .nothing
    }
  }

  /// Opens the batch in the line just read.
  ///
  /// - Parameters:
  ///   - line: The line as it was read.
  ///   - range: The line's place among the waiting bytes.
  ///   - number: The number of the reply.
  mutating func openBatch(_ line: borrowing IncomingLine, at range: Range<Int>, number: UInt64) {
    let text = Array(splitter.bytes[range])
    batch = OpenBatch(text, reading: line.readings, number: number)
  }

  /// Postpones a request, which is then the next item again.
  mutating func putOff(_ message: IncomingMessage) { stash = Stash(message) }

  /// Discards the input that was not carried out.
  mutating func removeAll() {
    stash = nil
    batch = nil
    splitter = LineSplitter(lineBytes: splitter.lineBytes)
  }

  /// Counts bytes that were read after the process had ended.
  ///
  /// - Returns: Whether more may be read. The limit is the length of one line: a client's last
  ///   message is carried out, but another holder of the socket can't write forever.
  mutating func mayReadOn(afterDeath count: Int) -> Bool {
    afterDeath.bytes += Int32(count)
    return afterDeath.bytes <= lineBytes
  }

  /// Counts a request of a process that has ended; returns false if there were too many.
  ///
  /// The last requests of a process are carried out, but they must not keep the daemon busy, even
  /// if they are thousands that are only skipped.
  mutating func mayCarryOut(afterDeath changesSomething: Bool) -> Bool {
    afterDeath.requests += 1
    if changesSomething { afterDeath.changes += 1 }
    return afterDeath.changes <= RunQueue.requestLimit
      && afterDeath.requests <= 8 * RunQueue.requestLimit
  }

  /// What arrived after the process had ended: bytes, requests, and requests that were carried out.
  private struct AfterDeath {
    var bytes: Int32 = 0
    var requests: Int16 = 0
    var changes: Int16 = 0
  }
}
