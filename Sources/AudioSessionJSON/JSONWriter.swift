/// Writes JSON, one message a line, into memory that is reused; commas set themselves.
///
/// Each piece asks for room once, the most that it can take, and then only stores. Every value is
/// followed by a comma, which the end of an array, object or line takes back: so no piece has to
/// know whether it is the first.
@usableFromInline
package struct JSONWriter: ~Copyable {
  /// The writer's own memory; the first ``end`` bytes are written.
  @usableFromInline var memory: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  /// The place of the latest gap, behind the opening bracket; nil before the first one.
  @usableFromInline package internal(set) var gap: Int?

  @inlinable
  package init() {
    memory = .allocate(capacity: JSONWriter.leastCapacity)
    capacity = JSONWriter.leastCapacity
  }

  deinit { memory.deallocate() }

  /// The number of bytes written.
  @inlinable
  package var count: Int { endsWithComma ? end - 1 : end }

  /// Passes the bytes written so far to `body`.
  @inlinable
  package func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    body(UnsafeBufferPointer(start: memory, count: count).span)
  }

  /// A copy of the bytes written so far.
  @inlinable
  package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: count)) }

  /// Discards the output; its memory is kept unless it is large.
  @usableFromInline
  package mutating func removeAll() {
    end = 0
    if capacity > 65_536 { move(to: JSONWriter.leastCapacity) }
  }

  /// What begins a message, as it stands.
  @inlinable @inline(__always)
  package mutating func begin(_ text: StaticString) {
    append(atMost: text.utf8CodeUnitCount) { $0.append(text) }
  }

  @inlinable
  package mutating func beginObject() { append(atMost: 1) { $0.append(UInt8(ascii: "{")) } }
  @inlinable
  package mutating func endObject() { close(with: UInt8(ascii: "}")) }
  @inlinable
  package mutating func beginArray() { append(atMost: 1) { $0.append(UInt8(ascii: "[")) } }
  @inlinable
  package mutating func endArray() { close(with: UInt8(ascii: "]")) }

  /// An object, whose members `write` appends without looking for room again.
  ///
  /// - Parameters:
  ///   - count: The most bytes that they take.
  ///   - write: Appends them.
  @inlinable @inline(__always)
  package mutating func object(atMost count: Int, _ write: (inout JSONTail) -> Void) {
    value(atMost: count + 2) { $0.append(UInt8(ascii: "{"), write, UInt8(ascii: "}")) }
  }

  /// An array whose elements follow later, in a place of their own.
  @inlinable
  package mutating func listToCome() {
    beginArray()
    gap = end
    endArray()
  }

  /// Ends a message; what follows is another.
  @inlinable
  package mutating func endLine() {
    takeBackComma()
    append(atMost: 1) { $0.append(UInt8(ascii: "\n")) }
  }

  /// The name of the member whose value comes next; it needs no escapes.
  @inlinable @inline(__always)
  package mutating func key(_ name: StaticString) {
    append(atMost: name.utf8CodeUnitCount + 3) { $0.append(key: name) }
  }

  /// The name of the member whose value comes next; one of this program's own words.
  @inlinable
  package mutating func key(word name: String) {
    word(name)
    turnIntoKey()
  }

  /// The name of the member whose value comes next; escaped where necessary.
  @inlinable
  package mutating func key(of name: String) {
    string(name)
    turnIntoKey()
  }

  /// Puts a colon in place of the comma after a string.
  @inlinable
  mutating func turnIntoKey() { memory[end - 1] = UInt8(ascii: ":") }

  @inlinable
  package mutating func null() { value(atMost: 4) { $0.append("null") } }

  @inlinable
  package mutating func bool(_ isTrue: Bool) {
    value(atMost: 5) { $0.append(isTrue) }
  }

  @inlinable @inline(__always)
  package mutating func integer(_ number: some FixedWidthInteger) {
    integer(UInt64(number.magnitude), isNegative: number < 0)
  }

  @inlinable
  mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
    value(atMost: 20) { $0.append(digitsOf: magnitude, isNegative: isNegative) }
  }

  /// The shortest text that reads as the same number, 1 as `1`; null if it isn't finite.
  @inlinable
  package mutating func double(_ number: Double) { value(atMost: 32) { $0.append(number) } }

  /// A moment as in RFC 3339, in UTC with microseconds.
  ///
  /// - Parameters:
  ///   - seconds: Since the beginning of 1970, 0 or more.
  ///   - nanoseconds: 0…999,999,999.
  @inlinable
  package mutating func time(seconds: Int64, nanoseconds: Int64) {
    value(atMost: 64) { $0.append(seconds: seconds, nanoseconds: nanoseconds) }
  }

  /// Text that is JSON already: a number as it was sent, an identifier.
  @inlinable
  package mutating func raw(_ text: consuming String) {
    text.withUTF8 { bytes in value(atMost: bytes.count) { $0.append(bytes) } }
  }

  /// A message or value that another writer made.
  @inlinable
  package mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBufferPointer { bytes in self.value(atMost: bytes.count) { $0.append(bytes) } }
  }

  /// A string that needs no escapes: one of this program's own words.
  @inlinable
  package mutating func word(_ text: consuming String) {
    text.withUTF8 { bytes in value(atMost: bytes.count + 2) { $0.append(quoting: bytes) } }
  }

  /// A string, escaped only where JSON requires it.
  @inlinable
  package mutating func string(_ text: consuming String) {
    text.withUTF8 { bytes in
      let plain = bytes.span.endOfPlainASCII(from: 0)
      value(atMost: JSONTail.mostBytes(ofQuoted: bytes, plain: plain)) { tail in
        tail.append(quoting: bytes, plain: plain)
      }
    }
  }

  /// A string of 32 hexadecimal digits.
  @inlinable
  package mutating func hexadecimal(_ high: UInt64, _ low: UInt64) {
    value(atMost: 34) { tail in
      tail.append(UInt8(ascii: "\""))
      tail.append(hexadecimalsOf: high)
      tail.append(hexadecimalsOf: low)
      tail.append(UInt8(ascii: "\""))
    }
  }

  @inlinable
  mutating func close(with bracket: UInt8) {
    takeBackComma()
    value(atMost: 1) { $0.append(bracket) }
  }

  @inlinable
  var endsWithComma: Bool { end > 0 && memory[end - 1] == UInt8(ascii: ",") }

  @inlinable @inline(__always)
  mutating func takeBackComma() { if endsWithComma { end -= 1 } }
}

/// Appending.
extension JSONWriter {
  /// Appends a value and the comma after it.
  ///
  /// - Parameters:
  ///   - count: The most bytes that the value takes.
  ///   - write: Appends the value's bytes.
  @inlinable @inline(__always)
  mutating func value(atMost count: Int, _ write: (inout JSONTail) -> Void) {
    append(atMost: count + 1) { tail in
      write(&tail)
      tail.append(UInt8(ascii: ","))
    }
  }

  /// Appends bytes, `count` of them at most.
  @inlinable @inline(__always)
  mutating func append(
    atMost count: Int,
    _ write: (inout JSONTail) -> Void
  ) {
    if capacity &- end < count { grow(by: count) }
    var tail = JSONTail(memory + end, count: count)
    write(&tail)
    precondition(!tail.isExceeded, "a piece is longer than it said")
    end = tail.next - memory
  }

  @usableFromInline @inline(never)
  mutating func grow(by count: Int) { move(to: max(2 * capacity, end + count)) }

  @usableFromInline
  mutating func move(to capacity: Int) {
    let other = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    UnsafeMutableRawPointer(other).copyMemory(from: memory, byteCount: end)
    memory.deallocate()
    memory = other
    self.capacity = capacity
  }

  @usableFromInline static let leastCapacity = 1024
}

/// Words, which need no escapes.
extension JSONWriter {
  /// A member whose value is one of this program's own words.
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ word: some RawRepresentable<String>) {
    key(name)
    self.word(word.rawValue)
  }
}
