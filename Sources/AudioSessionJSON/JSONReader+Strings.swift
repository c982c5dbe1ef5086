/// Reading of strings: one without escapes stays where it is, another is copied.
extension JSONReader {
  mutating func readString(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>
  ) throws(JSONError) {
    let start = position
    position = line.endOfPlainASCII(from: start + 1)
    guard position < line.count, line[position] == UInt8(ascii: "\"") else {
      return try readUnusualString(line, &nodes, from: start)
    }
    appendPlain(line, &nodes, from: start)
  }

  @inline(__always)
  private mutating func appendPlain(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    from start: Int
  ) {
    let range = (start + 1)..<position
    nodes.append(leaf: .string, range, at: start, signature: Signature(of: line, range))
    position += 1
  }

  /// Continues a string that is plain ASCII so far.
  private mutating func readUnusualString(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    from start: Int
  ) throws(JSONError) {
    try skipPlain(line)
    guard line[position] == UInt8(ascii: "\\") else {
      return appendPlain(line, &nodes, from: start)
    }
    let copy = bytes.count
    copyBytes(of: line, (start + 1)..<position)
    while line[position] == UInt8(ascii: "\\") {
      position += 1
      try readEscape(line)
      let plain = position
      try skipPlain(line)
      copyBytes(of: line, plain..<position)
    }
    position += 1
    let range = copy..<bytes.count
    let signature = Signature(of: bytes.span, range)
    nodes.append(leaf: .string, range, at: start, isEscaped: true, signature: signature)
  }

  private mutating func copyBytes(of line: Span<UInt8>, _ range: Range<Int>) {
    bytes.append(copying: line.extracting(range))
  }

  /// Stops at the quote or the backslash that ends a run of plain characters.
  private mutating func skipPlain(_ line: Span<UInt8>) throws(JSONError) {
    while true {
      position = line.endOfPlainASCII(from: position)
      guard position < line.count else {
        throw .malformed(expected: "a quote that ends the string", at: position)
      }
      switch line[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0x80...: try skipSequence(line)
      default:
        throw .malformed(expected: "an escape instead of a control character", at: position)
      }
    }
  }

  /// Steps over one character of several bytes, in the one form that Unicode allows for it.
  private mutating func skipSequence(_ line: Span<UInt8>) throws(JSONError) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch line[position] {
      case 0xC2...0xDF: (1, 0x80...0xBF)
      case 0xE0: (2, 0xA0...0xBF)
      case 0xED: (2, 0x80...0x9F)
      case 0xE1...0xEF: (2, 0x80...0xBF)
      case 0xF0: (3, 0x90...0xBF)
      case 0xF1...0xF3: (3, 0x80...0xBF)
      case 0xF4: (3, 0x80...0x8F)
      default: throw .malformed(expected: "UTF-8", at: position)
      }
    guard position + count < line.count, second.contains(line[position + 1]) else {
      throw .malformed(expected: "UTF-8", at: position)
    }
    for offset in 1...count where line[position + offset] & 0xC0 != 0x80 {
      throw .malformed(expected: "UTF-8", at: position)
    }
    position += count + 1
  }
}

/// Reading of escapes.
extension JSONReader {
  private mutating func readEscape(_ line: Span<UInt8>) throws(JSONError) {
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
