import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// The file that a timeline is read from.
enum File {
  /// Reads a file, or standard input if its name is `-`.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, errno) }
    defer { if path != "-" { close(descriptor) } }
    do {
      return try WholeStream.read(from: descriptor)
    } catch {
      throw failure(path, error.code)
    }
  }

  private static func failure(_ path: String, _ code: CInt) -> Failure {
    .file("can't read \(path.printable): \(String(cString: strerror(code)))")
  }
}
