import Glibc

/// Messages to whoever started the daemon, or to the journal behind it.
package enum StandardError {
  /// Writes one line, as far as somebody takes it.
  package static func write(_ message: String) {
    var line = message
    line.append("\n")
    line.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
