import AudioSessionSystem
import Glibc

/// A file that is written; only its owner may read it, since it tells who played what.
struct PrivateFile: ~Copyable {
  private let descriptor: FileDescriptor

  var number: CInt { descriptor.number }

  /// Creates the file, or replaces what it held.
  init(creating path: String) throws(Failure) {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .file(at: path, errno) }
    descriptor = FileDescriptor(number)
  }

  /// Writes lines, and throws if the file, which has this path, doesn't take them.
  borrowing func write(_ lines: [String], _ path: String) throws(Failure) {
    let text = lines.map { "\($0)\n" }.joined()
    do {
      try WholeStream.write(Array(text.utf8), to: number)
    } catch {
      throw .file(at: path, error.code)
    }
  }
}
