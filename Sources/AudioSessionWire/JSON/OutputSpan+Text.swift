/// What the writer's values consist of, as bytes at the end of what was written.
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

  /// Appends what of a string's text is to stand between the quotes.
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
