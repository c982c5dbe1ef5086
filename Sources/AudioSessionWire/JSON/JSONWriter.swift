/// Writes JSON, one message a line, into bytes that are reused; commas set themselves.
///
/// Each piece asks for room once, the most that it can take, and then only stores.
package struct JSONWriter: Sendable {
  /// The output so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// Discards the output; its memory is kept unless it is large.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
    needsComma = false
  }

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Ends a message; what follows is another.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// The name of the member whose value comes next; it needs no escapes.
  package mutating func key(_ name: StaticString) {
    value(atMost: name.utf8CodeUnitCount + 3) { $0.append(key: name) }
    needsComma = false
  }

  /// The name of the member whose value comes next; one of this program's own words.
  mutating func key(word name: String) {
    word(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of the member whose value comes next; escaped where necessary.
  package mutating func key(of name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { value(atMost: 4) { $0.append("null") } }

  package mutating func bool(_ isTrue: Bool) {
    value(atMost: 5) { $0.append(isTrue ? "true" : "false") }
  }

  package mutating func integer(_ number: some BinaryInteger) {
    let (isNegative, magnitude) = (number < 0, UInt64(number.magnitude))
    value(atMost: 21) { $0.append(digitsOf: magnitude, isNegative: isNegative) }
  }

  /// The shortest text that reads as the same number, 1 as `1`; null if it isn't finite.
  package mutating func double(_ number: Double) {
    guard number.isFinite else { return null() }
    if let thousandths = number.exactThousandths {
      return value(atMost: 24) { $0.append(thousandths: thousandths) }
    }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return integer(whole) }
    raw(number.description)
  }

  /// A moment as in RFC 3339, in UTC with microseconds.
  ///
  /// - Parameters:
  ///   - seconds: Since the beginning of 1970, 0 or more.
  ///   - nanoseconds: 0…999,999,999.
  package mutating func time(seconds: Int64, nanoseconds: Int64) {
    value(atMost: 64) { $0.append(seconds: seconds, nanoseconds: nanoseconds) }
  }

  /// Text that is JSON already: a number as it was sent, an identifier.
  package mutating func raw(_ text: String) { raw(text.utf8) }

  /// A message or value that another writer made.
  package mutating func raw(_ value: some Collection<UInt8>) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: value)
    needsComma = true
  }

  /// A string that needs no escapes: one of this program's own words.
  mutating func word(_ text: String) {
    let span = text.utf8Span.span
    value(atMost: span.count + 2) { $0.append(quoting: span) }
  }

  /// A string, escaped only where JSON requires it.
  package mutating func string(_ text: String) {
    let span = text.utf8Span.span
    let plain = span.endOfPlainASCII(from: 0)
    // What is no plain ASCII takes six bytes at most, written as an escape.
    value(atMost: span.count + 5 * (span.count - plain) + 2) { tail in
      tail.append(UInt8(ascii: "\""))
      tail.append(span.extracting(..<plain))
      if plain < span.count { tail.append(escaping: span.extracting(plain...)) }
      tail.append(UInt8(ascii: "\""))
    }
  }

  /// A string of 32 hexadecimal digits.
  mutating func hexadecimal(_ high: UInt64, _ low: UInt64) {
    value(atMost: 34) { tail in
      tail.append(UInt8(ascii: "\""))
      tail.append(hexadecimalsOf: high)
      tail.append(hexadecimalsOf: low)
      tail.append(UInt8(ascii: "\""))
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    value(atMost: 1) { $0.append(bracket) }
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Appends a value, or what begins one, after the comma that it may need.
  ///
  /// - Parameters:
  ///   - count: The most bytes that it takes, without the comma.
  ///   - write: Appends the bytes.
  @inline(__always)
  mutating func value(
    atMost count: Int,
    _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    let needsComma = needsComma
    bytes.append(addingCapacity: count + 1) { tail in
      if needsComma { tail.append(UInt8(ascii: ",")) }
      write(&tail)
    }
    self.needsComma = true
  }
}

/// Members of the commonest types: name and value are written as one piece.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ isTrue: Bool) {
    member(name, atMost: 5) { $0.append(isTrue ? "true" : "false") }
  }

  package mutating func member(_ name: StaticString, _ number: UInt64) {
    member(name, atMost: 20) { $0.append(digitsOf: number) }
  }

  package mutating func member(_ name: StaticString, _ number: Int) {
    member(name, atMost: 20) { tail in
      tail.append(digitsOf: UInt64(number.magnitude), isNegative: number < 0)
    }
  }

  /// One of this program's own words, which needs no escapes.
  package mutating func member(_ name: StaticString, _ word: some RawRepresentable<String>) {
    member(name, word: word.rawValue)
  }

  package mutating func member(_ name: StaticString, _ word: (some RawRepresentable<String>)?) {
    if let word { member(name, word: word.rawValue) } else { member(null: name) }
  }

  mutating func member(null name: StaticString) {
    member(name, atMost: 4) { $0.append("null") }
  }

  private mutating func member(_ name: StaticString, word: String) {
    let span = word.utf8Span.span
    member(name, atMost: span.count + 2) { $0.append(quoting: span) }
  }

  @inline(__always)
  private mutating func member(
    _ name: StaticString,
    atMost count: Int,
    _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    value(atMost: name.utf8CodeUnitCount + 3 + count) { tail in
      tail.append(key: name)
      write(&tail)
    }
  }
}
