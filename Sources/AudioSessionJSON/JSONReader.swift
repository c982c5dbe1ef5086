/// Strict reading by RFC 8259: the whole line is checked before any value is used.
///
/// The line and the list of nodes are handed from function to function: memory that was set aside
/// once for the longest list that the line can give, so that adding a node is a store.
struct JSONReader {
  /// The next byte of the line.
  var position = 0
  /// The line, and behind it the strings that were written with escapes, without these.
  var bytes: [UInt8] = []
  /// The keys that repeat an earlier one of the same object.
  var repeatedKeys: [Int] = []

  /// Reads the only value of a line.
  mutating func readLine(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    depthLimit: Int
  ) throws(JSONError) {
    try readValue(line, &nodes, depthLeft: depthLimit)
    _ = skipBlanks(line)
    guard position == line.count else {
      throw .malformed(expected: "the end of the line", at: position)
    }
  }

  /// Reads a value after the blanks before it.
  private mutating func readValue(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    depthLeft: Int
  ) throws(JSONError) {
    switch skipBlanks(line) {
    case UInt8(ascii: "\""): try readString(line, &nodes)
    case UInt8(ascii: "{"): try readObject(line, &nodes, depthLeft: depthLeft)
    case UInt8(ascii: "["): try readArray(line, &nodes, depthLeft: depthLeft)
    case UInt8(ascii: "t"): try readWord("true", .true, line, &nodes)
    case UInt8(ascii: "f"): try readWord("false", .false, line, &nodes)
    case UInt8(ascii: "n"): try readWord("null", .null, line, &nodes)
    default: try readNumber(line, &nodes)
    }
  }

  private mutating func readObject(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    depthLeft: Int
  ) throws(JSONError) {
    let object = try open(.object, &nodes, depthLeft)
    var count = 0
    if skipBlanks(line) != UInt8(ascii: "}") {
      while true {
        let key = nodes.count
        try readKey(line, &nodes)
        try readValue(line, &nodes, depthLeft: depthLeft - 1)
        nodes[key].endMember(next: nodes.count)
        count += 1
        guard skipBlanks(line) == UInt8(ascii: ",") else { break }
        position += 1
      }
      guard skipBlanks(line) == UInt8(ascii: "}") else {
        throw .malformed(expected: "a comma or }", at: position)
      }
    }
    position += 1
    nodes[object].close(at: position, next: nodes.count)
    if count > 1 { noteRepeatedKeys(of: object, count: count, nodes.span) }
  }

  /// Reads a key and the colon, with the blanks before them.
  @inline(__always)
  private mutating func readKey(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>
  ) throws(JSONError) {
    guard skipBlanks(line) == UInt8(ascii: "\"") else {
      throw .malformed(expected: "a key in quotes", at: position)
    }
    try readString(line, &nodes)
    guard skipBlanks(line) == UInt8(ascii: ":") else {
      throw .malformed(expected: "a colon", at: position)
    }
    position += 1
  }

  private mutating func readArray(
    _ line: Span<UInt8>,
    _ nodes: inout OutputSpan<JSONNode>,
    depthLeft: Int
  ) throws(JSONError) {
    let array = try open(.array, &nodes, depthLeft)
    if skipBlanks(line) != UInt8(ascii: "]") {
      while true {
        try readValue(line, &nodes, depthLeft: depthLeft - 1)
        guard skipBlanks(line) == UInt8(ascii: ",") else { break }
        position += 1
      }
      guard skipBlanks(line) == UInt8(ascii: "]") else {
        throw .malformed(expected: "a comma or ]", at: position)
      }
    }
    position += 1
    nodes[array].close(at: position, next: nodes.count)
  }

  /// Begins an array or object and steps over its bracket.
  @inline(__always)
  private mutating func open(
    _ kind: JSONNode.Kind,
    _ nodes: inout OutputSpan<JSONNode>,
    _ depthLeft: Int
  ) throws(JSONError) -> Int {
    guard depthLeft > 0 else { throw .tooDeep(at: position) }
    let index = nodes.count
    nodes.append(JSONNode(kind, bytes: position..<position, at: position, next: index))
    position += 1
    return index
  }

  /// Steps over blanks.
  ///
  /// - Parameter line: The line.
  /// - Returns: The next byte; 0 at the end, which is as wrong as a byte 0.
  @inline(__always)
  private mutating func skipBlanks(_ line: Span<UInt8>) -> UInt8 {
    while position < line.count {
      let byte = line[position]
      if byte > 0x20 || !byte.isBlank { return byte }
      position += 1
    }
    return 0
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}

/// Reading of numbers and of the three words.
extension JSONReader {
  private mutating func readWord(
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

  private mutating func readNumber(
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

  /// Reads a number's fraction and exponent, if it has them.
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
