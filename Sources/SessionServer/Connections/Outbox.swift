import AudioSessionArbitration
import AudioSessionJSON

/// The output still to be sent on a connection, in the order of the decisions that caused it.
///
/// It keeps slow readers from delaying others and bounds every connection's output. In the common
/// case it is one stretch of bytes that the next `send` empties. Only where a message has to wait
/// for others (R14, a batch), or where the reader is behind, are messages kept apart in `entries`:
/// then one can be held with everything after it, and a later one can replace an earlier one.
struct Outbox {
  /// A message that is kept apart; its number orders it among the others.
  struct Entry {
    var number: UInt64
    var bytes: [UInt8]
    /// The end of the line, whose memory messages to other sessions share.
    var end: [UInt8]
    var counts: Bool
    /// The number of conditions that keep it, and everything after it, from being sent.
    var holds = 0
    /// The change it reports, if a later message may replace it.
    var change: Change?

    var count: Int { bytes.count + end.count }
  }

  /// A stretch of the stream that either counts towards `UnsentBytes` or doesn't.
  private struct Run {
    var length: Int
    var counts: Bool
  }

  /// The number of unsent bytes above which messages are coalesced and no request is carried out.
  var coalesceBytes: Int
  /// The number of bytes of unsent notifications above which the connection is cut off.
  var unsentLimit: Int

  private var stream: [UInt8] = []
  private var sent = 0
  /// Whether the bytes of the stream count, if ``runs`` is empty; else some do and some don't.
  private var streamCounts = false
  private var runs: [Run] = []
  private var entries: [Entry] = []
  private var entryBytes = 0
  private var lastNumber: UInt64 = 0
  private var lastReply: UInt64 = 0
  /// The number of bytes of unsent notifications.
  private(set) var countedBytes = 0

  init(coalesceBytes: Int, unsentLimit: Int) {
    self.coalesceBytes = coalesceBytes
    self.unsentLimit = unsentLimit
  }

  /// The number of bytes that can be sent now.
  var sendableBytes: Int { stream.count - sent }
  /// The number of bytes that haven't been sent, held or not.
  var unsentBytes: Int { sendableBytes + entryBytes }
  var isEmpty: Bool { unsentBytes == 0 && entries.isEmpty }
  /// Whether the reader is behind: requests wait, and messages are coalesced.
  var isCongested: Bool { unsentBytes > coalesceBytes }
  /// Whether the reader is too far behind to be kept.
  var isOverflowing: Bool { countedBytes > unsentLimit }

  /// Whether there is room for an optional line, for which no reader is cut off.
  ///
  /// Only what counts takes up room. What doesn't was asked for, or stands in for lines that were
  /// left out: a long list of sessions that left out the lines after it would be followed by
  /// nothing but further lists.
  func admits(_ count: Int) -> Bool {
    countedBytes <= coalesceBytes && countedBytes + count <= unsentLimit
  }

  /// Adds a whole line.
  ///
  /// - Parameters:
  ///   - line: The line, or all of it but the end.
  ///   - end: The end that it shares with other lines, if any.
  ///   - counts: Whether it counts towards `UnsentBytes`, as a notification does.
  ///   - change: The change it reports, if a later message may replace it.
  mutating func append(
    _ line: Span<UInt8>,
    _ end: [UInt8] = [],
    counts: Bool,
    change: Change? = nil
  ) {
    // The usual case: nothing waits to be sent before it.
    if entries.isEmpty, !isCongested { return addToStream(line, end, counts: counts) }
    if change == nil {
      if entries.isEmpty { return addToStream(line, end, counts: counts) }
      if !counts { lastReply = lastNumber }
    }
    append(line, end, counts: counts, holds: 0, change: isCongested ? change : nil)
  }

  /// Adds a message that is not sent, nor anything after it, until it is released.
  ///
  /// - Returns: The number by which to extend and release it.
  mutating func appendHeld(_ line: Span<UInt8>) -> UInt64 {
    append(line, [], counts: false, holds: 1, change: nil)
    lastReply = lastNumber
    return lastNumber
  }

  /// Adds a condition to a held message; returns false if the message is gone.
  mutating func hold(_ number: UInt64) -> Bool {
    guard let index = index(of: number) else { return false }
    entries[index].holds += 1
    return true
  }

  /// Appends to the text of a held message.
  mutating func extend(_ number: UInt64, _ bytes: Span<UInt8>) {
    guard let index = index(of: number) else { return }
    entries[index].bytes.append(copying: bytes)
    entryBytes += bytes.count
  }

  /// Removes a condition; once none is left, the message and what follows it may be sent.
  mutating func release(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    entries[index].holds -= 1
    promote()
  }

  /// Passes the bytes that may be sent now to `body`, which returns how many of them it sent.
  mutating func send(_ body: (UnsafeRawBufferPointer) -> Int) {
    let count = stream.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    consume(count)
    promote()
  }

  /// Returns what to report instead of `change`, given what the reader hasn't been sent yet.
  ///
  /// While the reader is behind, an earlier message on the same topic is withdrawn and the new
  /// change begins where that one began; nil if it leads back to what the reader already has.
  mutating func coalesce(_ change: Change) -> Change? {
    guard isCongested,
      let index = entries.lastIndex(where: { $0.change?.topic == change.topic }),
      let earlier = entries[index].change, let merged = change.replacing(earlier)
    else { return change }
    let replaced = entries.remove(at: index)
    forget(replaced)
    // A reply in between may have reported the withdrawn level: then the later one must be sent.
    let isUnseen = replaced.number > lastReply
    return merged.isNothing && isUnseen ? nil : merged
  }

  /// Discards everything, because nobody will read it.
  mutating func removeAll() {
    let number = lastNumber
    self = Outbox(coalesceBytes: coalesceBytes, unsentLimit: unsentLimit)
    lastNumber = number
  }

  /// Returns the index of an entry; entry numbers ascend.
  private func index(of number: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }

  private mutating func append(
    _ line: Span<UInt8>,
    _ end: [UInt8],
    counts: Bool,
    holds: Int,
    change: Change?
  ) {
    lastNumber += 1
    var bytes: [UInt8] = []
    bytes.append(copying: line)
    let entry = Entry(
      number: lastNumber,
      bytes: bytes,
      end: end,
      counts: counts,
      holds: holds,
      change: change
    )
    entries.append(entry)
    entryBytes += entry.count
    if counts { countedBytes += entry.count }
  }

  private mutating func forget(_ entry: Entry) {
    entryBytes -= entry.count
    if entry.counts { countedBytes -= entry.count }
  }

  /// Moves entries into the stream, as far as none is held and the reader can take them.
  private mutating func promote() {
    var count = 0
    while count < entries.count, entries[count].holds <= 0, sendableBytes <= coalesceBytes {
      let entry = entries[count]
      forget(entry)
      noteInStream(entry.count, counts: entry.counts)
      if stream.isEmpty { stream = entry.bytes } else { stream.append(copying: entry.bytes.span) }
      if !entry.end.isEmpty { stream.append(copying: entry.end.span) }
      count += 1
    }
    entries.removeFirst(count)
  }

  private mutating func addToStream(_ line: Span<UInt8>, _ end: [UInt8], counts: Bool) {
    noteInStream(line.count + end.count, counts: counts)
    stream.append(copying: line)
    if !end.isEmpty { stream.append(copying: end.span) }
  }

  /// Counts bytes that are about to be added to the stream.
  private mutating func noteInStream(_ count: Int, counts: Bool) {
    if sendableBytes == 0 { streamCounts = counts }
    if counts { countedBytes += count }
    if streamCounts != counts || !runs.isEmpty { addRun(count, counts: counts) }
  }

  private mutating func addRun(_ length: Int, counts: Bool) {
    if runs.isEmpty { runs.append(Run(length: sendableBytes, counts: streamCounts)) }
    if runs[runs.count - 1].counts == counts {
      runs[runs.count - 1].length += length
    } else {
      runs.append(Run(length: length, counts: counts))
    }
  }

  private mutating func consume(_ count: Int) {
    sent += count
    if runs.isEmpty { if streamCounts { countedBytes -= count } } else { consumeRuns(count) }
    if sent == stream.count {
      // An idle connection keeps no memory.
      stream = []
      sent = 0
      if !runs.isEmpty { runs = [] }
    } else {
      compact()
    }
  }

  private mutating func consumeRuns(_ count: Int) {
    var left = count
    while left > 0, let run = runs.first {
      let taken = min(left, run.length)
      if run.counts { countedBytes -= taken }
      left -= taken
      if taken == run.length { runs.removeFirst() } else { runs[0].length -= taken }
    }
  }

  /// Drops the bytes that have been sent once they outnumber those that haven't.
  private mutating func compact() {
    guard sent > stream.count / 2 else { return }
    stream.removeFirst(sent)
    sent = 0
  }
}

/// A held reply: its connection, and its line's number in the outbox.
struct HeldLine: Hashable {
  var connection: ConnectionID
  var number: UInt64
}
