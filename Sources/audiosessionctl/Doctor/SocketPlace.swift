import AudioSessionSystem
import Glibc

/// What the file system says of the path at which the daemon is looked for.
struct SocketPlace: Equatable, Sendable {
  /// What is there.
  enum Kind: Equatable, Sendable {
    case nothing
    /// A folder on the way is closed to this user.
    case hidden
    case socket
    /// Something else, as the end of a sentence.
    case other(String)
  }

  var kind = Kind.nothing
  /// Whether the folder is there in which it should be.
  var hasFolder = true
  /// Who may what, as chmod(1) counts.
  var mode: UInt32 = 0o666
  var owner = "root"
  var group = "root"
}

extension SocketPlace {
  /// Looks at a path.
  init(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      kind = errno == EACCES ? .hidden : .nothing
      let end = path.lastIndex(of: "/") ?? path.startIndex
      hasFolder = end == path.startIndex || access(String(path[..<end]), F_OK) == 0
      return
    }
    mode = UInt32(status.st_mode) & 0o7777
    owner = SocketPlace.name(ofUser: status.st_uid)
    group =
      getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: kind = .socket
    case S_IFDIR: kind = .other("a folder")
    case S_IFREG: kind = .other("a file")
    default: kind = .other("something else")
    }
  }

  /// The name of a user, or the number where there is none.
  static func name(ofUser number: UInt32) -> String {
    ((try? Account.userName(of: number)) ?? nil) ?? "\(number)"
  }
}
