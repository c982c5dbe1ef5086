/// Reading of what follows a backslash.
extension JSONReader {
  mutating func readEscape(_ line: Span<UInt8>) throws(JSONError) {
    guard position < line.count else { throw .malformed(expected: "an escape", at: position) }
    let byte = line[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): try readUnicodeEscape(line)
    default: throw .malformed(expected: "an escape", at: position - 1)
    }
  }

  private mutating func readUnicodeEscape(_ line: Span<UInt8>) throws(JSONError) {
    let start = position
    var code = try readHexadecimals(line)
    if code & 0xFC00 == 0xD800, position + 1 < line.count,
      line[position] == UInt8(ascii: "\\"), line[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = try readHexadecimals(line)
      guard low & 0xFC00 == 0xDC00 else {
        throw .malformed(expected: "a surrogate pair", at: start)
      }
      code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw .malformed(expected: "a surrogate pair", at: start)
    }
    for byte in UTF8.encode(scalar) ?? .init() { bytes.append(byte) }
  }

  private mutating func readHexadecimals(_ line: Span<UInt8>) throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard position < line.count, let digit = hexadecimalValue(line[position]) else {
        throw .malformed(expected: "four hexadecimal digits", at: position)
      }
      code = code << 4 | digit
      position += 1
    }
    return code
  }

  private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
