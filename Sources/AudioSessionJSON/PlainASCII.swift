/// Passing over plain text by eight bytes at once; most that is sent is nothing else.
extension Span<UInt8> {
  /// The place of the next byte that is a quote, a backslash, a control character or no ASCII.
  ///
  /// - Parameter start: Where to begin, at most the end.
  /// - Returns: A place not before `start`, or the end.
  @inlinable @inline(__always)
  func endOfPlainASCII(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let marks = word(at: index).littleEndian.marksOfSpecialBytes
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    guard index < count, count >= 8 else { return endOfPlainASCII(byBytesFrom: index) }
    // The last eight bytes without those already seen; the zeros that move in mark the end.
    let seen = UInt64(index &+ 8 &- count) &* 8
    let marks = (word(at: count &- 8).littleEndian &>> seen).marksOfSpecialBytes
    return index &+ marks.trailingZeroBitCount / 8
  }

  @inlinable @inline(__always)
  func endOfPlainASCII(byBytesFrom start: Int) -> Int {
    var index = start
    while index < count, !self[index].isSpecial { index &+= 1 }
    return index
  }
}

extension UInt8 {
  /// The byte ends a run of plain characters.
  @inlinable @inline(__always)
  var isSpecial: Bool {
    self < 0x20 || self >= 0x80 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

extension UInt64 {
  /// The lowest of these bits marks the lowest special byte; higher ones may be wrong.
  ///
  /// Subtracting borrows through a byte's top bit exactly if it is smaller than what is subtracted.
  @inlinable @inline(__always)
  var marksOfSpecialBytes: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let control = self &- ones &* 0x20
    let quote = (self ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
    let backslash = (self ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
    return (control | quote | backslash | self) & tops
  }
}
