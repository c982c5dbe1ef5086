import Glibc

/// Which file a path names, so that one can tell whether it still is the same.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  let isSocket: Bool

  /// Looks at the path itself, not at what a symbolic link there leads to; nil if it names nothing.
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
