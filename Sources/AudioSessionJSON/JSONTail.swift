/// The free memory behind a writer's output, where the next piece is stored.
///
/// Whoever makes one has asked for the most that the piece can take, so that storing a single byte
/// checks nothing; in debug builds it does. Runs are checked in any build, and so is each piece at
/// its end.
@usableFromInline
package struct JSONTail {
  /// The place of the next byte.
  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline let limit: UnsafeMutablePointer<UInt8>

  @inlinable @inline(__always)
  init(_ memory: UnsafeMutablePointer<UInt8>, count: Int) {
    next = memory
    limit = memory + count
  }

  /// Whether more was stored than there was room for.
  @inlinable
  var isExceeded: Bool { next > limit }

  @inlinable @inline(__always)
  mutating func append(_ byte: UInt8) {
    assert(next < limit, "a piece is longer than it said")
    next.pointee = byte
    next += 1
  }

  @inlinable @inline(__always)
  mutating func append(_ text: StaticString) {
    append(from: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @inlinable @inline(__always)
  mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
    if let start = run.baseAddress { append(from: start, count: run.count) }
  }

  /// Appends a run of bytes; the lengths that are common take no call.
  @inlinable @inline(__always)
  mutating func append(from start: UnsafePointer<UInt8>, count: Int) {
    precondition(limit - next >= count, "a piece is longer than it said")
    if count >= 8, count <= 16 {
      copy(UInt64.self, from: start, at: 0)
      copy(UInt64.self, from: start, at: count &- 8)
    } else if count >= 4, count < 8 {
      copy(UInt32.self, from: start, at: 0)
      copy(UInt32.self, from: start, at: count &- 4)
    } else {
      UnsafeMutableRawPointer(next).copyMemory(from: start, byteCount: count)
    }
    next += count
  }

  @inlinable @inline(__always)
  func copy<Word: BitwiseCopyable>(
    _ type: Word.Type,
    from start: UnsafePointer<UInt8>,
    at offset: Int
  ) {
    let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: type)
    UnsafeMutableRawPointer(next).storeBytes(of: word, toByteOffset: offset, as: type)
  }

  @inlinable @inline(__always)
  mutating func append(_ isTrue: Bool) {
    if isTrue { append("true") } else { append("false") }
  }

  /// The most bytes of a string in quotes, whose first `plain` bytes need no escapes: another byte
  /// takes six at most.
  @inlinable @inline(__always)
  static func mostBytes(ofQuoted text: UnsafeBufferPointer<UInt8>, plain: Int) -> Int {
    text.count + 5 * (text.count - plain) + 2
  }

  /// Appends text in quotes, whose first `plain` bytes need no escapes.
  @inlinable @inline(__always)
  mutating func append(quoting text: UnsafeBufferPointer<UInt8>, plain: Int) {
    append(UInt8(ascii: "\""))
    append(text.extracting(..<plain))
    if plain < text.count { append(escaping: text.extracting(plain...)) }
    append(UInt8(ascii: "\""))
  }

  /// Appends text in quotes that needs no escapes.
  @inlinable @inline(__always)
  mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }

  /// Appends the name of a member that needs no escapes, and the colon.
  @inlinable @inline(__always)
  mutating func append(key name: StaticString) {
    append(UInt8(ascii: "\""))
    append(name)
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Appends a string's text with escapes, without the quotes.
  @usableFromInline
  mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < text.count {
      let end = text.span.endOfPlainASCII(from: start)
      append(text.extracting(start..<end))
      if end < text.count { append(escaping: text[end]) }
      start = end + 1
    }
  }

  @usableFromInline
  mutating func append(escaping byte: UInt8) {
    switch byte {
    case 0x80...: append(byte)
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      append(hexadecimal: byte >> 4)
      append(hexadecimal: byte & 0x0F)
    }
  }

  /// Appends 16 digits.
  @inlinable
  mutating func append(hexadecimalsOf number: UInt64) {
    append(eightHexadecimalsOf: number >> 32)
    append(eightHexadecimalsOf: number & 0xFFFF_FFFF)
  }

  @inlinable @inline(__always)
  mutating func append(eightHexadecimalsOf half: UInt64) {
    // Each digit goes into a byte of its own.
    var digits = (half | half << 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // Adding 6 carries out of four bits where the digit is a letter.
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let text = digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    for place in 0..<8 { append(UInt8(truncatingIfNeeded: text >> UInt64(56 - 8 * place))) }
  }

  @inlinable @inline(__always)
  mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// Numbers and moments as text, without a string in between.
extension JSONTail {
  @inlinable
  mutating func append(digitsOf number: UInt64, isNegative: Bool = false) {
    if isNegative { append(UInt8(ascii: "-")) }
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    append(digitsOf: number, atLeast: 2)
  }

  @inlinable
  mutating func append(digitsOf number: UInt64, atLeast width: Int) {
    var count = 1
    var bound: UInt64 = 10
    while count < 20, number >= bound {
      count += 1
      bound = bound &* 10
    }
    count = max(count, width)
    assert(limit - next >= count, "a piece is longer than it said")
    var rest = number
    for place in stride(from: count - 1, through: 0, by: -1) {
      next[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    next += count
  }

  /// Appends the shortest text that reads as the same number, 1 as `1`; null if it isn't finite.
  @usableFromInline
  mutating func append(_ number: Double) {
    if let thousandths = number.exactThousandths { return append(thousandths: thousandths) }
    guard number.isFinite else { return append("null") }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      return append(digitsOf: UInt64(whole.magnitude), isNegative: whole < 0)
    }
    var text = number.description
    text.withUTF8 { append($0) }
  }

  /// Appends a number of thousandths, without zeros at the end of its fraction.
  @inlinable
  mutating func append(thousandths number: UInt64) {
    append(digitsOf: number / 1000)
    var rest = number % 1000
    if rest > 0 { append(UInt8(ascii: ".")) }
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / 100))
      rest = rest % 100 * 10
    }
  }

  @inlinable @inline(__always)
  mutating func append(twoDigitsOf number: UInt64) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a moment in quotes.
  @usableFromInline
  mutating func append(seconds: Int64, nanoseconds: Int64) {
    let date = CivilDate(daysSince1970: seconds / 86_400)
    let second = UInt64(seconds % 86_400)
    append("\"")
    append(digitsOf: UInt64(date.year), atLeast: 4)
    append("-")
    append(twoDigitsOf: UInt64(date.month))
    append("-")
    append(twoDigitsOf: UInt64(date.day))
    append("T")
    append(twoDigitsOf: second / 3600)
    append(":")
    append(twoDigitsOf: second / 60 % 60)
    append(":")
    append(twoDigitsOf: second % 60)
    append(".")
    append(digitsOf: UInt64(nanoseconds) / 1000, atLeast: 6)
    append("Z\"")
  }
}

extension Double {
  /// The number of thousandths that the number is, if it reads the same when written so.
  ///
  /// The division gives the nearest number to the quotient, and so does reading the decimal; a
  /// decimal of that few digits is the shortest, since no other of 15 digits or less reads the
  /// same.
  @inlinable
  var exactThousandths: UInt64? {
    guard self > 0, self < 1_000_000 else { return nil }
    let thousandths = UInt64(self * 1000 + 0.5)
    return Double(thousandths) / 1000 == self ? thousandths : nil
  }
}
