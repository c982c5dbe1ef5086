import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// The lines of a recording, read one by one.
struct Lines: ~Copyable {
  /// A line and its number in the file, from 1.
  struct Line {
    var number: Int
    var value: JSONValue
  }

  private let descriptor: FileDescriptor
  private let path: String
  private var splitter = LineSplitter(lineBytes: Lines.lineBytes)
  private var count = 0
  private var hasEnded = false

  /// The longest line, in bytes: the state of as many sessions as a daemon can have.
  private static let lineBytes = 32 << 20

  /// Opens a file, or standard input for `-`.
  init(of path: String) throws(Failure) {
    self.path = path == "-" ? "standard input" : path
    let number = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .file(at: path, errno) }
    descriptor = FileDescriptor(number)
  }

  /// The next line; nil at the end.
  mutating func next() throws(Failure) -> Line? {
    while true {
      switch splitter.next() {
      case .line(let range)?:
        count += 1
        return Line(number: count, value: try value(splitter.bytes.span.extracting(range)))
      case .tooLong?:
        let most = Lines.lineBytes
        throw .file("\(path.printable):\(count + 1): expected at most \(most) bytes")
      case nil:
        guard !hasEnded else { return nil }
        try readMore()
      }
    }
  }

  private func value(_ line: Span<UInt8>) throws(Failure) -> JSONValue {
    do {
      return try JSONValue(parsing: line)
    } catch {
      let what = hasEnded ? "the line is cut off, or isn't JSON" : "expected JSON"
      throw .file("\(path.printable):\(count): \(what)")
    }
  }

  private mutating func readMore() throws(Failure) {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let size = read(descriptor.number, &piece, piece.count)
    if size < 0, errno == EINTR { return }
    guard size >= 0 else { throw .file(at: path, errno) }
    // The last line may lack its end; an empty one is no line.
    if size == 0 {
      hasEnded = true
      piece[0] = UInt8(ascii: "\n")
    }
    splitter.append(piece.span.extracting(..<max(size, 1)))
  }
}
