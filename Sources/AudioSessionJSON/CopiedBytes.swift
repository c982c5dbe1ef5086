extension [UInt8] {
  /// Appends a run of bytes by one call of memmove(3).
  ///
  /// Of a buffer that knows the type of its elements, Embedded Swift copies one after the other.
  ///
  /// - Parameter bytes: The bytes.
  @inlinable
  package mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { append(contentsOf: $0) }
  }
}
