/// The first eight bytes of a name, with zeros behind it if it is shorter.
///
/// With the name's length it tells short names apart, which most are, and long ones from most
/// others.
@usableFromInline
package struct Signature: Equatable, Sendable, BitwiseCopyable {
  @usableFromInline let bytes: UInt64

  /// The signature of a value that isn't a string.
  @inlinable
  package init() { bytes = 0 }

  /// - Parameters:
  ///   - text: The bytes that contain the name.
  ///   - range: The name's place in them.
  @inlinable @inline(__always)
  package init(of text: Span<UInt8>, _ range: Range<Int>) {
    let count = range.upperBound &- range.lowerBound
    if range.lowerBound &+ 8 <= text.count {
      let word = text.word(at: range.lowerBound).littleEndian
      bytes = count >= 8 ? word : word & ~(UInt64.max &<< UInt64(count &* 8))
    } else {
      bytes = range.reversed().reduce(0) { $0 << 8 | UInt64(text[$1]) }
    }
  }
}

extension StaticString {
  /// The bytes of the literal, which are there for ever.
  @inlinable @inline(__always)
  package func withSpan<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).span)
  }
}

extension Span<UInt8> {
  /// The spans have the same bytes.
  @inlinable
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return isEqualByBytes(to: other) }
    // Eight at once; the last eight overlap those before them.
    let last = count &- 8
    var index = 0
    while index < last {
      guard word(at: index) == other.word(at: index) else { return false }
      index &+= 8
    }
    return word(at: last) == other.word(at: last)
  }

  @inlinable @inline(__always)
  func isEqualByBytes(to other: Span<UInt8>) -> Bool {
    var index = 0
    while index < count {
      guard self[index] == other[index] else { return false }
      index &+= 1
    }
    return true
  }

  /// The eight bytes from `index` on, as the machine has them.
  @inlinable @inline(__always)
  package func word(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}
