import Glibc

/// The identity of the file at a path, to tell later whether it is still the same.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  let isSocket: Bool

  /// Reads the identity without following a symbolic link; nil if there is no file.
  init?(of path: String) throws(Errno) {
    var status = stat()
    do {
      try SystemCall.perform(.lstat) { lstat(path, &status) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}
