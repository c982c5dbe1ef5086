import AudioSessionWire
import AudioSessionClient
import AudioSessionSystem
import Glibc

/// Why nobody can be talked to at a socket: the error, and what the file system says of the path.
struct SocketTrouble: Equatable, Sendable {
  /// What is at the path.
  enum File: Equatable, Sendable {
    case nothing(hasFolder: Bool)
    /// A folder on the way is closed to this user.
    case hidden
    /// A socket of this owner and group; `groupMay`: the group may connect.
    case socket(owner: String, group: String, groupMay: Bool)
    /// Something else, as the end of a sentence.
    case other(String)
  }

  /// Which service manager would listen there.
  enum Manager: Equatable, Sendable {
    case none, system, user
  }

  /// All that were tried, without success.
  let paths: [String]
  /// The error of connect(2).
  let code: CInt
  let file: File
  let manager: Manager
  /// Who is locked out.
  let user: String

  /// The path that counts.
  private var path: String { SocketTrouble.chosen(of: paths) }

  /// What is the matter and what mends it, in one sentence without its full stop.
  var sentence: String { "\(complaint); `audiosessionctl doctor` tells more" }

  private var complaint: String {
    switch file {
    case _ where code == ENAMETOOLONG:
      let size = "the path \(path.printable) is \(path.utf8.count) bytes long"
      return "\(size); a socket's path has at most \(SocketAddress.longestPath)"
    case .nothing(let hasFolder):
      let places = paths.map(\.printable).joined(separator: " and no ")
      let start = startCommand(makingFolder: !hasFolder)
      return "no audiosessiond answers: there is no \(places); start it with `\(start)`"
    case .hidden:
      return "\(path.printable) can't be reached by you: a folder on the way to it is closed"
    case .other(let kind):
      return "\(path.printable) is no socket, but \(kind); expected the path of the daemon's socket"
    case .socket where code == ECONNREFUSED:
      let start = startCommand(makingFolder: false)
      return "nobody listens at \(path.printable) any more; start a daemon there with `\(start)`"
    case .socket(let owner, let group, let groupMay) where code == EACCES || code == EPERM:
      return "\(path.printable) isn't open to you: its owner is \(owner)"
        + (groupMay ? remedy(group) : ", and nobody else may connect")
    case .socket:
      let reason = String(cString: strerror(code))
      return "\(path.printable) can't be connected to: \(reason)"
    }
  }

  private func remedy(_ group: String) -> String {
    let command = "sudo usermod -aG \(group) \(user)"
    return ", and the group \(group) may connect; `\(command)` and a new login let you in"
  }

  private func startCommand(makingFolder: Bool) -> String {
    switch manager {
    case .system: return "systemctl start audiosessiond.socket"
    case .user: return "systemctl --user start audiosessiond.socket"
    case .none: break
    }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let making = makingFolder ? "mkdir -p \(folder) && " : ""
    return "\(making)audiosessiond --socket \(path)".printable
  }
}

extension SocketTrouble {
  /// Looks at the path that counts.
  init(paths: [String], code: CInt) {
    self.paths = paths
    self.code = code
    let path = SocketTrouble.chosen(of: paths)
    file = File(at: path)
    manager = Manager(of: path)
    user = SocketTrouble.name(ofUser: geteuid())
  }

  /// Of several that don't exist, the system's where its manager or this user can provide it.
  private static func chosen(of paths: [String]) -> String {
    (geteuid() == 0 || Manager.isSystemdRunning ? paths.last : paths.first) ?? ""
  }

  fileprivate static func name(ofUser number: UInt32) -> String {
    ((try? Account.userName(of: number)) ?? nil) ?? "\(number)"
  }
}

extension SocketTrouble.File {
  fileprivate init(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = errno == EACCES ? .hidden : .nothing(hasFolder: SocketTrouble.File.hasFolder(path))
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK:
      self = .socket(
        owner: SocketTrouble.name(ofUser: status.st_uid),
        group: ((try? Account.groupName(of: status.st_gid)) ?? nil) ?? "\(status.st_gid)",
        groupMay: status.st_mode & S_IWGRP != 0
      )
    case S_IFDIR: self = .other("a folder")
    case S_IFREG: self = .other("a file")
    default: self = .other("something else")
    }
  }

  private static func hasFolder(_ path: String) -> Bool {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex || access(String(path[..<end]), F_OK) == 0
  }
}

extension SocketTrouble.Manager {
  /// The manager whose unit has this path, where systemd runs.
  fileprivate init(of path: String) {
    switch path {
    case SocketPath.system where Self.isSystemdRunning: self = .system
    case SocketPath.ofUser() ?? "" where Self.isSystemdRunning: self = .user
    default: self = .none
    }
  }

  fileprivate static var isSystemdRunning: Bool { access("/run/systemd/system", F_OK) == 0 }
}
