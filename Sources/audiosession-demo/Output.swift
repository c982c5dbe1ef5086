import Glibc

/// Where the demo writes to.
enum Output {
  /// Writes at once, so that one sees things happen; a reader who has gone ends the demo.
  static func write(_ text: String, to descriptor: CInt = STDOUT_FILENO) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { throw .stopped }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
