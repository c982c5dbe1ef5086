/// Reading of numbers and of the three words.
extension JSONReader {
  mutating func readWord(
    _ word: StaticString,
    _ kind: JSONNode.Kind,
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>
  ) throws(JSONError) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard start + offset < line.count, line[start + offset] == word.utf8Start[offset] else {
        throw .malformed(expected: "a value", at: start)
      }
    }
    position += word.utf8CodeUnitCount
    nodes.append(leaf: kind, start..<position, at: start)
  }

  mutating func readNumber(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>
  ) throws(JSONError) {
    let start = position
    let isNegative = start < line.count && line[start] == UInt8(ascii: "-")
    let first = isNegative ? start + 1 : start
    var end = line.endOfDigits(from: first)
    guard end > first else {
      throw .malformed(expected: isNegative ? "a digit" : "a value", at: first)
    }
    // Nothing but a fraction or an exponent may follow a zero at the beginning.
    if line[first] == UInt8(ascii: "0") { end = first + 1 }
    let kind = try readFraction(line, &end)
    position = end
    nodes.append(leaf: kind, start..<end, at: start)
  }

  /// Reads what makes a number no integer, if it is there.
  @inline(__always)
  private func readFraction(
    _ line: Span<UInt8>,
    _ end: inout Int
  ) throws(JSONError) -> JSONNode.Kind {
    guard end < line.count else { return .integer }
    var kind = JSONNode.Kind.integer
    if line[end] == UInt8(ascii: ".") {
      kind = .number
      end = try readDigits(line, from: end + 1)
    }
    if end < line.count, line[end] | 0x20 == UInt8(ascii: "e") {
      kind = .number
      end += 1
      let isSigned =
        end < line.count && (line[end] == UInt8(ascii: "+") || line[end] == UInt8(ascii: "-"))
      end = try readDigits(line, from: isSigned ? end + 1 : end)
    }
    return kind
  }

  private func readDigits(_ line: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
    let end = line.endOfDigits(from: start)
    guard end > start else { throw .malformed(expected: "a digit", at: start) }
    return end
  }
}

extension Span<UInt8> {
  @inline(__always)
  fileprivate func endOfDigits(from start: Int) -> Int {
    var end = start
    while end < count, self[end] &- UInt8(ascii: "0") < 10 { end &+= 1 }
    return end
  }
}

extension OutputSpan<JSONNode> {
  /// Adds a value that contains no others, or a key.
  @inline(__always)
  mutating func append(
    leaf kind: JSONNode.Kind,
    _ range: Range<Int>,
    at position: Int,
    isEscaped: Bool = false,
    signature: Signature = Signature()
  ) {
    let next = count + 1
    append(
      JSONNode(
        kind,
        bytes: range,
        at: position,
        next: next,
        isEscaped: isEscaped,
        signature: signature
      )
    )
  }
}
