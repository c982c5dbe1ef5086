/// Numbers and moments as text, without a string in between.
extension OutputSpan<UInt8> {
  @inline(__always)
  mutating func append(digitsOf number: UInt64, isNegative: Bool = false) {
    if isNegative { append(UInt8(ascii: "-")) }
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      append(digitsOf: number, atLeast: 1)
    }
  }

  mutating func append(digitsOf number: UInt64, atLeast width: Int) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var first = 20
    var rest = number
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    for index in min(first, 20 - width)..<20 { append(digits[index]) }
  }

  /// Appends a number of thousandths, without zeros at the end of its fraction.
  mutating func append(thousandths number: UInt64) {
    append(digitsOf: number / 1000)
    var rest = number % 1000
    if rest > 0 { append(UInt8(ascii: ".")) }
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / 100))
      rest = rest % 100 * 10
    }
  }

  /// Appends a moment in quotes.
  mutating func append(seconds: Int64, nanoseconds: Int64) {
    let date = CivilDate(daysSince1970: seconds / 86_400)
    let second = UInt64(seconds % 86_400)
    append("\"")
    append(digitsOf: UInt64(date.year), atLeast: 4)
    append("-")
    append(digitsOf: UInt64(date.month), atLeast: 2)
    append("-")
    append(digitsOf: UInt64(date.day), atLeast: 2)
    append("T")
    append(digitsOf: second / 3600, atLeast: 2)
    append(":")
    append(digitsOf: second / 60 % 60, atLeast: 2)
    append(":")
    append(digitsOf: second % 60, atLeast: 2)
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
  var exactThousandths: UInt64? {
    guard self > 0, self < 1_000_000 else { return nil }
    let thousandths = UInt64(self * 1000 + 0.5)
    return Double(thousandths) / 1000 == self ? thousandths : nil
  }
}

/// The pieces of JSON values, as bytes at the end of the output.
extension OutputSpan<UInt8> {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withSpan { append($0) }
  }

  /// Appends a run of bytes; there has to be room for it.
  @inline(__always)
  mutating func append(_ run: Span<UInt8>) {
    precondition(run.count <= freeCapacity)
    run.withUnsafeBufferPointer { source in
      withUnsafeMutableBufferPointer { buffer, count in
        guard let from = source.baseAddress, let start = buffer.baseAddress else { return }
        (start + count).initialize(from: from, count: source.count)
        count += source.count
      }
    }
  }

  /// Appends text in quotes that needs no escapes.
  @inline(__always)
  mutating func append(quoting text: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }

  /// Appends the name of a member that needs no escapes, and the colon.
  @inline(__always)
  mutating func append(key name: StaticString) {
    name.withSpan { append(quoting: $0) }
    append(UInt8(ascii: ":"))
  }

  /// Appends a string's text with escapes, without the quotes.
  mutating func append(escaping text: Span<UInt8>) {
    var start = 0
    while start < text.count {
      let end = text.endOfPlainASCII(from: start)
      append(text.extracting(start..<end))
      if end < text.count { append(escaping: text[end]) }
      start = end + 1
    }
  }

  private mutating func append(escaping byte: UInt8) {
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

  mutating func append(hexadecimalsOf number: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      append(hexadecimal: UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0x0F)
    }
  }

  @inline(__always)
  private mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
