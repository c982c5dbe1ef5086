/// Writes JSON, one message a line, into bytes that are reused; commas set themselves.
package struct JSONWriter: Sendable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// Forgets what was written; memory stays unless there was much of it.
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
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    append("\":")
    needsComma = false
  }

  /// The name of the member whose value comes next, whatever is in it.
  package mutating func key(of name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { word("null") }
  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  package mutating func integer(_ value: some BinaryInteger) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(UInt64(value.magnitude), atLeast: 1)
    needsComma = true
  }

  /// The shortest text that reads as the same number, 1 as `1`; what isn't finite is null.
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return integer(whole) }
    raw(value.description)
  }

  /// A moment as RFC 3339 has it, in UTC and microseconds.
  ///
  /// - Parameters:
  ///   - seconds: Since the beginning of 1970, 0 or more.
  ///   - nanoseconds: 0…999,999,999.
  package mutating func time(seconds: Int64, nanoseconds: Int64) {
    let date = CivilDate(daysSince1970: seconds / 86_400)
    let second = UInt64(seconds % 86_400)
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendDigits(UInt64(date.year), atLeast: 4)
    append("-")
    appendDigits(UInt64(date.month), atLeast: 2)
    append("-")
    appendDigits(UInt64(date.day), atLeast: 2)
    append("T")
    appendDigits(second / 3600, atLeast: 2)
    append(":")
    appendDigits(second / 60 % 60, atLeast: 2)
    append(":")
    appendDigits(second % 60, atLeast: 2)
    append(".")
    appendDigits(UInt64(nanoseconds) / 1000, atLeast: 6)
    append("Z\"")
    needsComma = true
  }

  /// Text that is JSON already: a number as it was sent, an identifier.
  package mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// A message or value that another writer made.
  package mutating func raw(_ value: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  /// A string, with escapes where JSON wants them and nowhere else.
  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    let span = text.utf8Span.span
    var start = 0
    for index in 0..<span.count where span[index] < 0x20 || isSpecial(span[index]) {
      appendRun(span, start..<index)
      appendEscape(span[index])
      start = index + 1
    }
    appendRun(span, start..<span.count)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A string of 32 hexadecimal digits.
  mutating func hexadecimal(_ high: UInt64, _ low: UInt64) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for half in [high, low] {
      for shift in stride(from: 60, through: 0, by: -4) {
        appendHexadecimal(UInt8(half >> shift & 15))
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendRun(_ span: Span<UInt8>, _ range: Range<Int>) {
    span.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      appendHexadecimal(byte & 0x0F)
    }
  }

  private mutating func appendHexadecimal(_ digit: UInt8) {
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }

  private mutating func appendDigits(_ value: UInt64, atLeast width: Int) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var first = 20
    var rest = value
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    for index in min(first, 20 - width)..<20 { bytes.append(digits[index]) }
  }

  private mutating func word(_ text: StaticString) {
    separate()
    append(text)
    needsComma = true
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }
}
