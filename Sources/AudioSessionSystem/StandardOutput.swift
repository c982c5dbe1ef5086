import Glibc

/// The output of a program that prints one answer and ends.
package enum StandardOutput {
  /// Writes a line, and waits until it is taken; what nobody reads is dropped.
  package static func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
