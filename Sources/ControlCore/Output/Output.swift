import AudioSessionClient
package import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Output, collected and written in one piece.
package struct Output: ~Copyable {
  package let presentation: Presentation
  private let descriptor: CInt
  private let isTerminal: Bool
  /// The bytes that haven't been written.
  private(set) var bytes: [UInt8] = []

  package init(to descriptor: CInt, _ presentation: Presentation) {
    self.presentation = presentation
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Prints a line.
  package mutating func print(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  package mutating func print(_ lines: [String]) {
    for line in lines { print(line) }
  }

  /// Prints a value: on several lines for a terminal, otherwise on one.
  package mutating func print(_ value: JSONValue) {
    print(Output.withoutControls(isTerminal ? value.prettyText : value.text))
  }

  /// Prints a value on one line.
  package mutating func printLine(_ value: JSONValue) { print(Output.withoutControls(value.text)) }

  /// Shows what was printed in a pager, if it is more than the terminal has room for.
  package mutating func page() {
    guard isTerminal, let rows = Output.rows(of: descriptor) else { return }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") }
    guard lines >= rows, let pager = Pager(environment: SocketPath.environment) else { return }
    if pager.show(bytes) { bytes = [] }
  }

  /// The terminal's height in lines.
  private static func rows(of descriptor: CInt) -> Int? {
    guard let size = WindowSize.of(descriptor), size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }

  /// Writes what was printed since the last flush.
  package mutating func flush() throws(Failure) {
    let waiting = bytes
    bytes = []
    do {
      try WholeStream.write(waiting, to: descriptor)
    } catch {
      throw .output(error.code)
    }
  }

  /// Escapes the characters in JSON that a terminal would obey, or that are invisible.
  static func withoutControls(_ json: String) -> String {
    // Lower control characters are escaped in strings already; here they are line breaks.
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && scalar.isInvisible }
    guard json.unicodeScalars.contains(where: isEscaped) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      guard isEscaped(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
