/// The members of an object, for all of which there is room: each is a literal and its value.
extension JSONTail {
  @inlinable @inline(__always)
  mutating func member(_ name: StaticString, _ write: (inout JSONTail) -> Void) {
    append(key: name)
    write(&self)
    append(UInt8(ascii: ","))
  }

  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ isTrue: Bool) {
    member(name) { $0.append(isTrue) }
  }

  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ number: UInt64) {
    member(name) { $0.append(digitsOf: number) }
  }

  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ number: Double) {
    member(name) { $0.append(number) }
  }

  /// One of this program's own words, which needs no escapes.
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ word: some RawRepresentable<String>) {
    member(name) { $0.append(word: word.rawValue) }
  }

  /// A text, escaped where JSON requires it; null if there is none.
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ text: String?) {
    if let text { member(name) { $0.append(text: text) } } else { null(name) }
  }

  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ numbers: [UInt64]) {
    list(name) { list in
      for number in numbers { list.element { $0.append(digitsOf: number) } }
    }
  }

  @inlinable @inline(__always)
  package mutating func null(_ name: StaticString) { member(name) { $0.append("null") } }

  /// A list, whose elements `write` appends.
  @inlinable @inline(__always)
  package mutating func list(_ name: StaticString, _ write: (inout JSONTail) -> Void) {
    member(name) { $0.append(UInt8(ascii: "["), write, UInt8(ascii: "]")) }
  }

  /// An object, whose members `write` appends.
  @inlinable @inline(__always)
  package mutating func object(_ name: StaticString, _ write: (inout JSONTail) -> Void) {
    member(name) { $0.append(UInt8(ascii: "{"), write, UInt8(ascii: "}")) }
  }

  /// An element of a list: one of this program's own words.
  @inlinable @inline(__always)
  package mutating func element(word: String) { element { $0.append(word: word) } }

  @inlinable @inline(__always)
  mutating func element(_ write: (inout JSONTail) -> Void) {
    write(&self)
    append(UInt8(ascii: ","))
  }

  /// Appends what is between brackets; the second takes the place of the last comma.
  @inlinable @inline(__always)
  mutating func append(_ first: UInt8, _ write: (inout JSONTail) -> Void, _ last: UInt8) {
    append(first)
    write(&self)
    if (next - 1).pointee == UInt8(ascii: ",") { next -= 1 }
    append(last)
  }

  @usableFromInline
  mutating func append(word: consuming String) { word.withUTF8 { append(quoting: $0) } }

  @usableFromInline
  mutating func append(text: consuming String) {
    text.withUTF8 { append(quoting: $0, plain: $0.span.endOfPlainASCII(from: 0)) }
  }
}
