import Glibc

/// Unbuffered output, so that the audience sees each step as it happens.
enum Output {
  /// Writes a text.
  static func write(_ text: String, to descriptor: CInt = STDOUT_FILENO) throws(Failure) {
    try write(Array(text.utf8)[...], to: descriptor)
  }

  /// Writes all of the bytes; a reader that has gone ends the demo.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { throw .stopped }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
