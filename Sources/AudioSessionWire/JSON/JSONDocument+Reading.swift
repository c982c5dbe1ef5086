/// Reading by RFC 8259 and no more: the whole line is checked before anybody looks at a value.
extension JSONDocument {
  /// Reads one line in place of the last.
  ///
  /// - Parameters:
  ///   - line: One value, with blanks around it or not.
  ///   - depthLimit: How many arrays and objects may lie in each other; the outermost counts 1.
  /// - Throws: The first fault and its place; the document is then not to be looked at.
  package mutating func read(_ line: Span<UInt8>, depthLimit: Int) throws(JSONError) {
    reset(copying: line)
    var position = 0
    skipBlanks(line, &position)
    try readValue(line, &position, depthLeft: depthLimit)
    skipBlanks(line, &position)
    guard position == line.count else {
      throw .malformed(expected: "the end of the line", at: position)
    }
  }

  private mutating func readValue(
    _ line: Span<UInt8>,
    _ position: inout Int,
    depthLeft: Int
  ) throws(JSONError) {
    guard position < line.count else { throw .malformed(expected: "a value", at: position) }
    switch line[position] {
    case UInt8(ascii: "\""): try readString(line, &position)
    case UInt8(ascii: "{"): try readObject(line, &position, depthLeft: depthLeft)
    case UInt8(ascii: "["): try readArray(line, &position, depthLeft: depthLeft)
    case UInt8(ascii: "t"): try readWord("true", .true, line, &position)
    case UInt8(ascii: "f"): try readWord("false", .false, line, &position)
    case UInt8(ascii: "n"): try readWord("null", .null, line, &position)
    default: try readNumber(line, &position)
    }
  }

  private mutating func readObject(
    _ line: Span<UInt8>,
    _ position: inout Int,
    depthLeft: Int
  ) throws(JSONError) {
    let index = try open(.object, &position, depthLeft)
    skipBlanks(line, &position)
    var count = 0
    if !accept(UInt8(ascii: "}"), line, &position) {
      repeat {
        skipBlanks(line, &position)
        guard position < line.count, line[position] == UInt8(ascii: "\"") else {
          throw .malformed(expected: "a key in quotes", at: position)
        }
        try readString(line, &position)
        count += 1
        skipBlanks(line, &position)
        guard accept(UInt8(ascii: ":"), line, &position) else {
          throw .malformed(expected: "a colon", at: position)
        }
        skipBlanks(line, &position)
        try readValue(line, &position, depthLeft: depthLeft - 1)
        skipBlanks(line, &position)
      } while accept(UInt8(ascii: ","), line, &position)
      guard accept(UInt8(ascii: "}"), line, &position) else {
        throw .malformed(expected: "a comma or }", at: position)
      }
    }
    nodes[index].close(at: position, next: nodes.count)
    if count > 1 { noteRepeatedKeys(of: index, count: count) }
  }

  private mutating func readArray(
    _ line: Span<UInt8>,
    _ position: inout Int,
    depthLeft: Int
  ) throws(JSONError) {
    let index = try open(.array, &position, depthLeft)
    skipBlanks(line, &position)
    if !accept(UInt8(ascii: "]"), line, &position) {
      repeat {
        skipBlanks(line, &position)
        try readValue(line, &position, depthLeft: depthLeft - 1)
        skipBlanks(line, &position)
      } while accept(UInt8(ascii: ","), line, &position)
      guard accept(UInt8(ascii: "]"), line, &position) else {
        throw .malformed(expected: "a comma or ]", at: position)
      }
    }
    nodes[index].close(at: position, next: nodes.count)
  }

  /// Begins an array or object and steps over its bracket.
  private mutating func open(
    _ kind: JSONNode.Kind,
    _ position: inout Int,
    _ depthLeft: Int
  ) throws(JSONError) -> Int {
    guard depthLeft > 0 else { throw .tooDeep(at: position) }
    let index = nodes.count
    nodes.append(JSONNode(kind, bytes: position..<position, at: position, next: index))
    position += 1
    return index
  }

  private mutating func readWord(
    _ word: StaticString,
    _ kind: JSONNode.Kind,
    _ line: Span<UInt8>,
    _ position: inout Int
  ) throws(JSONError) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard start + offset < line.count, line[start + offset] == word.utf8Start[offset] else {
        throw .malformed(expected: "a value", at: start)
      }
    }
    position += word.utf8CodeUnitCount
    append(kind, start..<position, at: start)
  }

  private mutating func readNumber(
    _ line: Span<UInt8>,
    _ position: inout Int
  ) throws(JSONError) {
    let start = position
    var kind = JSONNode.Kind.integer
    _ = accept(UInt8(ascii: "-"), line, &position)
    let isZero = accept(UInt8(ascii: "0"), line, &position)
    if !isZero { try readDigits(position == start ? "a value" : "a digit", line, &position) }
    if accept(UInt8(ascii: "."), line, &position) {
      kind = .number
      try readDigits("a digit", line, &position)
    }
    if accept(UInt8(ascii: "e"), line, &position) || accept(UInt8(ascii: "E"), line, &position) {
      kind = .number
      if !accept(UInt8(ascii: "-"), line, &position) {
        _ = accept(UInt8(ascii: "+"), line, &position)
      }
      try readDigits("a digit", line, &position)
    }
    append(kind, start..<position, at: start)
  }

  private func readDigits(
    _ expected: String,
    _ line: Span<UInt8>,
    _ position: inout Int
  ) throws(JSONError) {
    let start = position
    while position < line.count, line[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw .malformed(expected: expected, at: start) }
  }

  mutating func append(
    _ kind: JSONNode.Kind,
    _ range: Range<Int>,
    at position: Int,
    isEscaped: Bool = false
  ) {
    let next = nodes.count + 1
    nodes.append(JSONNode(kind, bytes: range, at: position, next: next, isEscaped: isEscaped))
  }

  private func accept(_ byte: UInt8, _ line: Span<UInt8>, _ position: inout Int) -> Bool {
    guard position < line.count, line[position] == byte else { return false }
    position += 1
    return true
  }

  private func skipBlanks(_ line: Span<UInt8>, _ position: inout Int) {
    while position < line.count {
      switch line[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}
