import AudioSessionJSON

/// Splits a stream of bytes into lines, and keeps no more of one than a client may send.
///
/// Whole lines wait here until they are taken: a turn of the loop handles only so many. Each byte is
/// looked at once, when the end of the first waiting line is looked for.
package struct LineSplitter: Sendable {
  /// A line's place in ``bytes``, without its end, or the notice that one was too long.
  package enum Line: Equatable, Sendable {
    case line(Range<Int>)
    case tooLong
  }

  /// The waiting bytes; lines are ranges of them until bytes are received.
  package private(set) var bytes: [UInt8] = []
  /// The place of the first waiting line.
  private var head = 0
  /// The place of its line feed; the end of the bytes if that hasn't come.
  private var end = 0
  /// Bytes of the line that is being skipped, as far as they are over the limit.
  package private(set) var skippedBytes = 0
  /// The most bytes of a line, without its end; it applies to lines that wait, and to one that has
  /// begun, too.
  package var lineBytes: Int
  /// How many bytes wait; kept, since what is computed of a value in a class costs a copy of it.
  package private(set) var waitingBytes = 0
  /// More of one line was skipped than a client could send by mistake.
  package private(set) var hasSkippedTooMuch = false
  /// There is a line that hasn't been taken, or the notice of one that is too long.
  package private(set) var hasLine = false
  private var isSkipping = false
  /// The notice that the line being skipped is too long hasn't been taken.
  private var owesNotice = false
  /// The memory of the bytes is lent; see ``receive(in:atMost:_:)``.
  private var isLent = false

  package init(lineBytes: Int) { self.lineBytes = lineBytes }

  /// A line has begun whose end hasn't come.
  package var isInsideLine: Bool {
    isSkipping || waitingBytes > 0 && bytes[bytes.count - 1] != UInt8(ascii: "\n")
  }

  /// Takes received bytes.
  package mutating func append(_ received: Span<UInt8>) {
    forgetTaken()
    bytes.append(copying: received)
    lookForEnd()
  }

  /// The next whole line that isn't blank, nil if there is none.
  package mutating func next() -> Line? {
    while hasLine {
      if owesNotice {
        owesNotice = false
        lookForEnd()
        return .tooLong
      }
      let line = head..<lineEnd(before: end)
      head = end + 1
      end = head
      lookForEnd()
      if line.count > lineBytes { return .tooLong }
      if !line.isEmpty { return .line(line) }
    }
    if waitingBytes == 0, !isLent { forgetTaken() }
    return nil
  }

  /// Goes on looking for the end of the first line, behind what was looked at.
  private mutating func lookForEnd() {
    end = bytes.span.firstLineEnd(from: end)
    if isSkipping { skip() }
    hasLine = owesNotice || end < bytes.count
    if !hasLine, lineEnd(before: end) - head > lineBytes {
      isSkipping = true
      owesNotice = true
      hasLine = true
      skippedBytes = -lineBytes
      skip()
    }
    waitingBytes = bytes.count - head
  }

  /// Drops what has come of the line that is too long.
  private mutating func skip() {
    skippedBytes += end - head
    if skippedBytes > 16 * lineBytes { hasSkippedTooMuch = true }
    if end < bytes.count {
      isSkipping = false
      skippedBytes = 0
      head = end + 1
      end = bytes.span.firstLineEnd(from: head)
    } else {
      bytes.removeSubrange(head...)
      end = head
    }
  }

  /// The end of the first line's text: a carriage return before the line feed belongs to the end.
  private func lineEnd(before end: Int) -> Int {
    end > head && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Forgets lines that were handed out, once they are as many bytes as those that wait.
  private mutating func forgetTaken() {
    guard head > 0, head >= waitingBytes else { return }
    if waitingBytes == 0 {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 512)
    } else {
      bytes.removeSubrange(..<head)
    }
    end -= head
    head = 0
  }
}

/// Receiving into memory that many splitters use in turn, so that an idle one has none of its own.
extension LineSplitter {
  /// Receives bytes behind those that wait.
  ///
  /// - Parameters:
  ///   - memory: The memory, which is this splitter's until ``giveBack(_:)``.
  ///   - count: The most bytes to receive.
  ///   - body: Receives them.
  package mutating func receive(
    in memory: inout [UInt8],
    atMost count: Int,
    _ body: (inout OutputSpan<UInt8>) -> Void
  ) {
    if waitingBytes <= LineSplitter.movedBytes {
      memory.append(copying: bytes.span.extracting(head...))
      bytes = []
      swap(&bytes, &memory)
      end -= head
      head = 0
      isLent = true
    }
    forgetTaken()
    bytes.append(addingCapacity: count, initializingWith: body)
    lookForEnd()
  }

  /// Gives lent memory back, and keeps what waits in memory of its own, no larger than necessary.
  package mutating func giveBack(_ memory: inout [UInt8]) {
    let isLent = isLent
    self.isLent = false
    // What is moved at every receipt must be short; the memory of a long line is kept instead.
    guard waitingBytes <= LineSplitter.movedBytes else { return }
    guard isLent || bytes.capacity > 2 * waitingBytes + 64 else { return }
    let rest = waitingBytes == 0 ? [] : Array(bytes[head...])
    if isLent {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &memory)
    }
    bytes = rest
    end -= head
    head = 0
  }

  private static let movedBytes = 16_384
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
