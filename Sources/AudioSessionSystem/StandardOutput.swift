import Glibc

/// The output of a program that prints one answer and ends.
package enum StandardOutput {
  /// Writes a line, and waits until it is taken; what nobody reads is dropped.
  package static func write(_ line: String) {
    try? WholeStream.write(Array("\(line)\n".utf8), to: STDOUT_FILENO)
  }
}
