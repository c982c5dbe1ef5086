/// Splits a stream of bytes into lines, and keeps no more of one than a client may send.
///
/// Whole lines wait here until they are taken: a turn of the loop handles only so many.
package struct LineSplitter: Sendable {
  /// A line's place in ``bytes``, without its end, or the notice that one was too long.
  package enum Line: Equatable, Sendable {
    case line(Range<Int>)
    case tooLong
  }

  /// The waiting bytes; lines are ranges of them until bytes are appended.
  package private(set) var bytes: [UInt8] = []
  /// Bytes of the line that is being skipped, as far as they are over the limit.
  package private(set) var skippedBytes = 0
  /// More of one line was skipped than a client could send by mistake.
  package private(set) var hasSkippedTooMuch = false
  private var head = 0
  /// The offset of the last line, whose end hasn't come yet.
  private var partial = 0
  private var isSkipping = false
  /// The place among the lines at which one was too long.
  private var tooLong: [Int] = []
  /// The most bytes of a line, without its end; it applies to a line that has begun, too.
  package var lineBytes: Int

  package init(lineBytes: Int) { self.lineBytes = lineBytes }

  /// How many bytes wait; kept, as is the next, because they are asked for at every turn, and what
  /// is computed of a value in a class costs a copy of it.
  package private(set) var waitingBytes = 0

  /// There is a whole line that hasn't been taken.
  package private(set) var hasLine = false

  /// A line has begun whose end hasn't come.
  package var isInsideLine: Bool { isSkipping || partial < bytes.count }

  /// Takes received bytes.
  package mutating func append(_ received: Span<UInt8>) {
    defer { sumUp() }
    compact()
    var start = 0
    while start < received.count {
      let end = received.firstLineEnd(from: start)
      take(received.extracting(start..<end), endsLine: end < received.count)
      start = end + 1
    }
  }

  /// The next whole line that isn't blank, nil if there is none.
  package mutating func next() -> Line? {
    defer { sumUp() }
    while true {
      if tooLong.first == head {
        tooLong.removeFirst()
        return .tooLong
      }
      guard head < partial else {
        releaseIfEmpty()
        return nil
      }
      let end = bytes.span.firstLineEnd(from: head)
      let line = head..<lineEnd(before: end, from: head)
      head = end + 1
      if !line.isEmpty { return .line(line) }
    }
  }

  private mutating func sumUp() {
    waitingBytes = bytes.count - head
    hasLine = head < partial || !tooLong.isEmpty
  }

  private mutating func take(_ piece: Span<UInt8>, endsLine: Bool) {
    if isSkipping {
      skip(piece.count)
    } else {
      piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
      if lineEnd(before: bytes.count, from: partial) - partial > lineBytes {
        isSkipping = true
        skip(bytes.count - partial - lineBytes)
        bytes.removeSubrange(partial...)
        tooLong.append(partial)
      }
    }
    guard endsLine else { return }
    if !isSkipping { bytes.append(UInt8(ascii: "\n")) }
    isSkipping = false
    skippedBytes = 0
    partial = bytes.count
  }

  private mutating func skip(_ count: Int) {
    skippedBytes += count
    if skippedBytes > 16 * lineBytes { hasSkippedTooMuch = true }
  }

  /// The end of a line's text: a carriage return before the line feed belongs to the end.
  private func lineEnd(before end: Int, from start: Int) -> Int {
    end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Forgets lines that were handed out, once they are as many bytes as those that wait.
  private mutating func compact() {
    guard head > 0, head >= bytes.count - head else { return }
    bytes.removeSubrange(..<head)
    for index in tooLong.indices { tooLong[index] -= head }
    partial -= head
    head = 0
  }

  /// An idle connection keeps next to no memory.
  private mutating func releaseIfEmpty() {
    guard head == bytes.count else { return }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 512)
    head = 0
    partial = 0
  }
}

extension Span<UInt8> {
  /// The place of the first line feed, or the end; by eight bytes at once.
  fileprivate func firstLineEnd(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let marks = word(at: index).littleEndian.marksOfLineFeeds
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, self[index] != UInt8(ascii: "\n") { index &+= 1 }
    return index
  }
}

extension UInt64 {
  /// The lowest of these bits marks the lowest line feed; higher ones may be wrong.
  @inline(__always)
  fileprivate var marksOfLineFeeds: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let differences = self ^ ones &* UInt64(UInt8(ascii: "\n"))
    return (differences &- ones) & ~differences & ones &<< 7
  }
}
