import AudioSessionSystem
import Glibc

/// The file at the path where the daemon is expected.
package struct SocketPlace: Equatable, Sendable {
  /// The kind of file.
  package enum Kind: Equatable, Sendable {
    case nothing
    /// No file, but a socket that was bound here listens: its file was deleted.
    case deleted
    /// A directory above it is closed to this user.
    case hidden
    case socket
    /// Something else, named as in a sentence.
    case other(String)
  }

  package var kind = Kind.nothing
  /// True if the directory exists that should contain it.
  package var hasFolder = true
  /// The permissions, as in chmod(1).
  package var mode: UInt32 = 0o666
  package var owner = "root"
  package var group = "root"

  /// True if members of the group may connect.
  package var groupMayConnect: Bool { mode & 0o020 != 0 }
}

extension SocketPlace {
  /// Nothing, in a directory that exists.
  package static let nothing = SocketPlace()

  /// Examines a path.
  package init(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      kind = errno == EACCES ? .hidden : SocketPlace.isListening(at: path) ? .deleted : .nothing
      let end = path.lastIndex(of: "/") ?? path.startIndex
      hasFolder = end == path.startIndex || access(String(path[..<end]), F_OK) == 0
      return
    }
    mode = UInt32(status.st_mode) & 0o7777
    owner = SocketPlace.name(ofUser: status.st_uid)
    group = Accounts().groupName(of: status.st_gid) ?? "\(status.st_gid)"
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: kind = .socket
    case S_IFDIR: kind = .other("a directory")
    case S_IFREG: kind = .other("a file")
    default: kind = .other("something else")
    }
  }

  /// True if a socket listens that was bound to this path, by proc_net(5).
  private static func isListening(at path: String) -> Bool {
    let number = open("/proc/net/unix", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return false }
    let table = FileDescriptor(number)
    let bytes = (try? WholeStream.read(from: table.number)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      // Num RefCount Protocol Flags Type St Inode Path
      let columns = line.split(separator: " ", maxSplits: 7)
      return columns.count == 8 && columns[3] == "00010000" && columns[7] == path
    }
  }

  /// The name of a user, or else the number.
  package static func name(ofUser number: UInt32) -> String {
    Accounts().userName(of: number) ?? "\(number)"
  }
}
