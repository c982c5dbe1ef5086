import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The files that a timeline is read from and written to.
enum TimelineFile {
  /// Reads a file, or standard input if its name is `-`.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure("read", path, errno) }
    defer { if path != "-" { close(descriptor) } }
    do {
      return try WholeStream.read(from: descriptor)
    } catch {
      throw failure("read", path, error.code)
    }
  }

  /// Replaces a file, so that a reader finds either the former content or the new one.
  ///
  /// What isn't a regular file, such as a pipe or a device, is written to in place.
  static func write(_ text: String, to path: String) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return try fill(open(path, O_WRONLY | O_CLOEXEC), with: text, path)
    }
    let target = exists ? resolved(path) : path
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let temporary = "\(folder).audiosessionctl-\(UInt64.random(in: 0 ... .max))"
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    do throws(Failure) {
      try fill(descriptor, with: text, path)
      if rename(temporary, target) != 0 { throw failure("write", path, errno) }
    } catch {
      if descriptor >= 0 { unlink(temporary) }
      throw error
    }
  }

  /// Writes a text and closes the descriptor, which may be the error of open(2).
  private static func fill(
    _ descriptor: CInt,
    with text: String,
    _ path: String
  ) throws(Failure) {
    if descriptor < 0 { throw failure("write", path, errno) }
    defer { close(descriptor) }
    do {
      try WholeStream.write(Array(text.utf8), to: descriptor)
    } catch {
      throw failure("write", path, error.code)
    }
  }

  /// The file that a symbolic link stands for.
  private static func resolved(_ path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  private static func failure(_ verb: String, _ path: String, _ code: CInt) -> Failure {
    .file("can't \(verb) \(path.printable): \(String(cString: strerror(code)))")
  }
}
