/// Members whose values are the commonest ones: name and value are one piece.
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

  /// A word that this program knows, and that needs no escapes.
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
