import AudioSessionSystem
import AudioSessionWire
import Glibc

/// A file that is written; only its owner may read it, since it tells who played what.
///
/// It is a new file, which takes the place of what had its name only once it is wanted: a link isn't
/// followed, and nobody has it open or owns it who did so before. What is no regular file, such as a
/// FIFO or a device, is written to as it is.
@usableFromInline
package struct PrivateFile: ~Copyable {
  private let path: String
  private let descriptor: FileDescriptor
  /// The file's name until it is in its place; nil if it is.
  private var temporary: String?

  package var number: CInt { descriptor.number }

  /// Opens a file that is removed again unless it is put in its place.
  ///
  /// - Throws: ``Failure/file(_:)`` if it can't be made or written.
  package init(for path: String) throws(Failure) {
    let (number, temporary) = try PrivateFile.open(path)
    self.path = path
    self.temporary = temporary
    descriptor = FileDescriptor(number)
  }

  @inlinable
  deinit { removeTemporary() }

  @usableFromInline
  func removeTemporary() {
    if let temporary { unlink(temporary) }
  }

  /// Gives the file its name, in place of what has it.
  ///
  /// - Throws: ``Failure/file(_:)`` if it may not be replaced.
  package mutating func putInPlace() throws(Failure) {
    guard let name = temporary else { return }
    guard rename(name, path) == 0 else { throw PrivateFile.failure(path, errno) }
    temporary = nil
  }

  /// Writes a whole file, so that a reader finds either the former content or the new one.
  ///
  /// - Throws: ``Failure/file(_:)`` if that fails.
  package static func write(_ text: String, to path: String) throws(Failure) {
    var file = try PrivateFile(for: path)
    do {
      try WholeStream.write(Array(text.utf8), to: file.number)
    } catch {
      throw failure(path, error.code)
    }
    try file.putInPlace()
  }

  private static func open(_ path: String) throws(Failure) -> (CInt, temporary: String?) {
    if let flags = flagsInPlace(path) {
      let number = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags)
      guard number >= 0 else { throw failure(path, errno) }
      var status = stat()
      // Somebody may have replaced it just now.
      guard fstat(number, &status) == 0, flags == O_APPEND || status.st_mode & S_IFMT != S_IFREG
      else {
        close(number)
        throw failure(path, EEXIST)
      }
      return (number, nil)
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let temporary = "\(folder).audiosessionctl-\(UInt64.random(in: 0 ... .max))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = Glibc.open(temporary, flags, 0o600)
    guard number >= 0 else { throw failure(path, errno) }
    return (number, temporary)
  }

  /// The flags that open what is written to as it is; nil for what is replaced.
  private static func flagsInPlace(_ path: String) -> CInt? {
    // The system's links to what is open already, which may be a file that has content.
    let isOpen = ["/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
    if isOpen { return O_APPEND }
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let isReplaced = [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
    return isReplaced ? nil : O_NOFOLLOW
  }

  private static func failure(_ path: String, _ code: CInt) -> Failure {
    .file("can't write \(path.printable): \(String(cString: strerror(code)))")
  }
}
