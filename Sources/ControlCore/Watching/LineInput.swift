import Glibc

/// Lines of standard input, taken as they come.
struct LineInput {
  let number = STDIN_FILENO
  private var bytes: [UInt8] = []
  private var lines: [String] = []

  /// A longer line is cut here: nobody types one.
  private static let longestLine = 65_536

  /// Takes the next line that is complete, without its end.
  mutating func takeLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  /// Reads what there is; waits if there is nothing.
  ///
  /// - Returns: False at the end of the input.
  mutating func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(number, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    append(buffer.prefix(count))
    return count > 0
  }

  mutating func append(_ received: some Sequence<UInt8>) {
    for byte in received {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: bytes, as: UTF8.self))
        bytes = []
      } else if bytes.count < LineInput.longestLine {
        bytes.append(byte)
      }
    }
  }
}
