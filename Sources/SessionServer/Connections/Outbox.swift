/// What a connection has still to be sent, in the order of the decisions that caused it.
///
/// It exists so that nobody waits for a slow reader and nobody's output grows without bound. In the
/// common case it is one stretch of bytes that the next `send` empties. Only where a message has to
/// wait for others (R14, a batch), or where the reader is behind, messages stand apart in `entries`:
/// then one can be held with everything after it, and a later one can take an earlier one's place.
struct Outbox {
  /// A message that stands apart; its number orders it among the others.
  struct Entry {
    var number: UInt64
    var bytes: [UInt8]
    var counts: Bool
    /// How many conditions keep it, and with it all that follows, from being sent.
    var holds = 0
    /// What it says, where a later message may replace it.
    var change: Change?
  }

  /// A stretch of the stream that counts towards `UnsentBytes`, or doesn't.
  private struct Run {
    var length: Int
    var counts: Bool
  }

  /// Above this much unsent output messages are coalesced and no request is carried out.
  var coalesceBytes: Int
  /// More unsent notifications than this cost the connection.
  var unsentLimit: Int

  private var stream: [UInt8] = []
  private var sent = 0
  private var runs: [Run] = []
  private var entries: [Entry] = []
  private var entryBytes = 0
  private var lastNumber: UInt64 = 0
  private var lastReply: UInt64 = 0
  /// Bytes of unsent notifications.
  private(set) var countedBytes = 0

  init(coalesceBytes: Int, unsentLimit: Int) {
    self.coalesceBytes = coalesceBytes
    self.unsentLimit = unsentLimit
  }

  /// What could be sent now.
  var sendableBytes: Int { stream.count - sent }
  /// Everything that hasn't been sent, held or not.
  var unsentBytes: Int { sendableBytes + entryBytes }
  var isEmpty: Bool { unsentBytes == 0 && entries.isEmpty }
  /// The reader is behind: requests wait, and messages are coalesced.
  var isCongested: Bool { unsentBytes > coalesceBytes }
  /// The reader is too far behind to be kept.
  var isOverflowing: Bool { countedBytes > unsentLimit }

  /// Whether a line that may be left out has room: no reader is cut off for it.
  func admits(_ count: Int) -> Bool { !isCongested && countedBytes + count <= unsentLimit }

  /// Adds a whole line; `counts`: towards `UnsentBytes`, as a notification does.
  mutating func append(_ line: [UInt8], counts: Bool, change: Change? = nil) {
    if !counts && change == nil { lastReply = lastNumber }
    guard entries.isEmpty, change == nil || !isCongested else {
      append(line, counts: counts, holds: 0, change: isCongested ? change : nil)
      return
    }
    addToStream(line, counts: counts)
  }

  /// Adds a message that isn't sent, nor anything after it, before it has been released.
  ///
  /// - Returns: The number to extend and release it by.
  mutating func appendHeld(_ line: [UInt8]) -> UInt64 {
    append(line, counts: false, holds: 1, change: nil)
    lastReply = lastNumber
    return lastNumber
  }

  /// Adds a condition to a held message; false if it isn't there any more.
  mutating func hold(_ number: UInt64) -> Bool {
    guard let index = index(of: number) else { return false }
    entries[index].holds += 1
    return true
  }

  /// Adds to the text of a held message.
  mutating func extend(_ number: UInt64, _ bytes: [UInt8]) {
    guard let index = index(of: number) else { return }
    entries[index].bytes.append(contentsOf: bytes)
    entryBytes += bytes.count
  }

  /// Takes a condition away; without any left, the message and what follows it may go.
  mutating func release(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    entries[index].holds -= 1
    promote()
  }

  /// Gives `body` what may be sent now; it returns how much of that has been sent.
  mutating func send(_ body: (UnsafeRawBufferPointer) -> Int) {
    let count = stream.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    consume(count)
    promote()
  }

  /// What is to be told instead of `change` beside what the reader hasn't been sent yet.
  ///
  /// While the reader is behind, an earlier message on the same topic is taken back and this one
  /// begins where that began; nil if that leads back to what the reader has.
  mutating func coalesce(_ change: Change) -> Change? {
    guard isCongested,
      let index = entries.lastIndex(where: { $0.change?.topic == change.topic }),
      let earlier = entries[index].change, let merged = change.replacing(earlier)
    else { return change }
    let replaced = entries.remove(at: index)
    forget(replaced)
    // A reply in between may have told what is now taken back: then the later one has to go out.
    let isUnseen = replaced.number > lastReply
    return merged.isNothing && isUnseen ? nil : merged
  }

  /// Forgets everything: nobody will read it.
  mutating func removeAll() {
    let number = lastNumber
    self = Outbox(coalesceBytes: coalesceBytes, unsentLimit: unsentLimit)
    lastNumber = number
  }

  /// The place of an entry; their numbers ascend.
  private func index(of number: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }

  private mutating func append(_ line: [UInt8], counts: Bool, holds: Int, change: Change?) {
    lastNumber += 1
    entries.append(
      Entry(number: lastNumber, bytes: line, counts: counts, holds: holds, change: change)
    )
    entryBytes += line.count
    if counts { countedBytes += line.count }
  }

  private mutating func forget(_ entry: Entry) {
    entryBytes -= entry.bytes.count
    if entry.counts { countedBytes -= entry.bytes.count }
  }

  /// Moves what stands apart into the stream, as far as nothing holds it and the reader can take it.
  private mutating func promote() {
    var count = 0
    while count < entries.count, entries[count].holds <= 0, sendableBytes <= coalesceBytes {
      forget(entries[count])
      addToStream(entries[count].bytes, counts: entries[count].counts)
      count += 1
    }
    entries.removeFirst(count)
  }

  private mutating func addToStream(_ line: [UInt8], counts: Bool) {
    stream.append(contentsOf: line)
    if counts { countedBytes += line.count }
    if let last = runs.indices.last, runs[last].counts == counts {
      runs[last].length += line.count
    } else {
      runs.append(Run(length: line.count, counts: counts))
    }
  }

  private mutating func consume(_ count: Int) {
    sent += count
    if sent == stream.count {
      for run in runs where run.counts { countedBytes -= run.length }
      runs.removeAll(keepingCapacity: true)
      sent = 0
      // An idle connection keeps next to nothing.
      stream.removeAll(keepingCapacity: stream.capacity <= Outbox.keptCapacity)
      return
    }
    var left = count
    while left > 0, let run = runs.first {
      let taken = min(left, run.length)
      if run.counts { countedBytes -= taken }
      left -= taken
      if taken == run.length { runs.removeFirst() } else { runs[0].length -= taken }
    }
    compact()
  }

  /// Drops what has been sent once it is more than what hasn't.
  private mutating func compact() {
    guard sent > stream.count / 2 else { return }
    stream.removeFirst(sent)
    sent = 0
  }

  private static let keptCapacity = 1024
}
