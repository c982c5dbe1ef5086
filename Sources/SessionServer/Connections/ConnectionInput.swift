import AudioSessionWire
import ConfigurationFile

/// What was read of a connection and isn't carried out yet, in the order in which it goes on: a
/// request that was put off, the rest of a batch, complete lines, the beginning of a line.
struct ConnectionInput {
  /// A batch that is being carried out, perhaps over several turns.
  struct OpenBatch {
    fileprivate var line = IncomingLine()
    /// The number of its reply's line in the outbox.
    let number: UInt64
    /// The length of its line, which counts as unread until the batch is done.
    fileprivate let bytes: Int
    var hasReplies = false
  }

  /// What comes next.
  enum Next {
    case nothing
    case message(IncomingMessage)
    /// A line of this many bytes at most would have been read.
    case tooLong(limit: Int)
    /// A batch begins, whose line is so long.
    case batchBegins(bytes: Int)
    case batchEnds(OpenBatch)
  }

  private var splitter: LineSplitter
  /// Whether there is a batch is asked far more often than for the batch.
  var batch: OpenBatch? { didSet { hasBatch = batch != nil } }
  private(set) var hasBatch = false
  /// A request that waits for a later turn, because it is a large one.
  private var stashed: IncomingMessage?
  private var hasStash = false
  private var afterDeath = AfterDeath()

  init(lineBytes: Int) { splitter = LineSplitter(lineBytes: lineBytes) }

  /// The longest line that is read, in bytes.
  var lineBytes: Int {
    get { splitter.lineBytes }
    set { splitter.lineBytes = newValue }
  }

  /// Whether something that was read remains to be carried out.
  var hasWork: Bool { hasStash || hasBatch || splitter.hasLine }
  /// A line has begun of which the end isn't there.
  var isInsideLine: Bool { splitter.isInsideLine }
  /// A line without end: more of it was skipped than anybody sends by mistake.
  var hasSkippedTooMuch: Bool { splitter.hasSkippedTooMuch }
  /// Bytes that were read and not carried out.
  var unreadBytes: Int { splitter.waitingBytes + (hasBatch ? batch?.bytes ?? 0 : 0) }

  mutating func append(_ bytes: Span<UInt8>) { splitter.append(bytes) }

  /// The next step; `line` is where lines are read into, the same for all connections.
  mutating func next(_ line: inout IncomingLine, _ limits: Limits) -> Next {
    if hasStash {
      hasStash = false
      if let message = stashed.take() { return .message(message) }
    }
    if hasBatch {
      if let message = batch?.line.next() { return .message(message) }
      if let batch = batch.take() { return .batchEnds(batch) }
    }
    switch splitter.next() {
    case nil: return .nothing
    case .tooLong: return .tooLong(limit: splitter.lineBytes)
    case .line(let range):
      line.read(splitter.bytes.span.extracting(range), limits: limits)
      if line.isBatch { return .batchBegins(bytes: range.count) }
      return line.next().map(Next.message) ?? .nothing
    }
  }

  /// The line that was just read is a batch; its answer has `number` in the outbox.
  mutating func openBatch(_ line: inout IncomingLine, number: UInt64, bytes: Int) {
    var batch = OpenBatch(number: number, bytes: bytes)
    swap(&batch.line, &line)
    self.batch = batch
  }

  /// Puts a request off: it comes next again.
  mutating func putOff(_ message: IncomingMessage) {
    stashed = message
    hasStash = true
  }

  /// Forgets what was read and not carried out.
  mutating func removeAll() {
    stashed = nil
    hasStash = false
    batch = nil
    splitter = LineSplitter(lineBytes: splitter.lineBytes)
  }

  /// Counts bytes that were read after the process had ended.
  ///
  /// - Returns: Whether more may be read: whoever else holds the socket can't write for ever. As
  ///   much as a line may have is: what a client wrote last is carried out, but a flood isn't.
  mutating func mayReadOn(afterDeath count: Int) -> Bool {
    afterDeath.bytes += count
    return afterDeath.bytes <= lineBytes
  }

  /// Counts a request of a process that has ended; false if there were too many.
  ///
  /// What it said last counts, but it doesn't keep the daemon busy from beyond: not even by
  /// thousands of requests that nobody carries out.
  mutating func mayCarryOut(afterDeath changesSomething: Bool) -> Bool {
    afterDeath.requests += 1
    if changesSomething { afterDeath.changes += 1 }
    return afterDeath.changes <= RunQueue.requestLimit
      && afterDeath.requests <= 8 * RunQueue.requestLimit
  }

  /// What came after the process had ended: bytes, requests, and those that were carried out.
  private struct AfterDeath {
    var bytes = 0
    var requests = 0
    var changes = 0
  }
}
