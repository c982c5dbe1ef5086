import AudioSessionWire
import AudioSessionClient
import AudioSessionSystem
import Glibc

/// The reason why no daemon can be reached: the error, and the file at the socket's path.
struct SocketTrouble: Equatable, Sendable {
  /// The file at the path.
  enum File: Equatable, Sendable {
    case nothing(hasFolder: Bool)
    /// A directory above it is closed to this user.
    case hidden
    /// A socket of this owner and group; `groupMay` is true if the group may connect.
    case socket(owner: String, group: String, groupMay: Bool)
    /// Something else, named as in a sentence.
    case other(String)
  }

  /// The service manager whose unit listens at the path.
  enum Manager: Equatable, Sendable {
    case none, system, user
  }

  /// The paths that were tried.
  let paths: [String]
  /// The error of connect(2).
  let code: CInt
  let file: File
  let manager: Manager
  /// The name of the user who runs this program.
  let user: String

  /// The path in question.
  private var path: String { SocketTrouble.chosen(of: paths) }

  /// The problem and its remedy, as one sentence without its full stop.
  var sentence: String { "\(complaint); `audiosessionctl doctor` shows more" }

  private var complaint: String {
    switch file {
    case _ where code == ENAMETOOLONG:
      let size = "\(path.printable) is \(path.utf8.count) bytes long"
      return "\(size); a socket's path has at most \(SocketAddress.longestPath)"
    case .nothing(let hasFolder):
      let places = paths.map(\.printable).joined(separator: " or ")
      let start = startCommand(makingFolder: !hasFolder)
      let missing = "no audiosessiond is running: there is no socket at \(places)"
      return "\(missing); start it with `\(start)`"
    case .hidden:
      return "\(path.printable) isn't accessible to you: a directory above it is closed"
    case .other(let kind):
      let found = "\(path.printable) isn't a socket but \(kind)"
      return "\(found); expected the path of the daemon's socket"
    case .socket where code == ECONNREFUSED:
      let start = startCommand(makingFolder: false)
      return "nothing listens at \(path.printable) any more; start a daemon there with `\(start)`"
    case .socket(let owner, let group, let groupMay) where code == EACCES || code == EPERM:
      return "\(path.printable) isn't accessible to you: its owner is \(owner)"
        + (groupMay ? remedy(group) : ", and nobody else may connect")
    case .socket:
      let reason = String(cString: strerror(code))
      return "can't connect to \(path.printable): \(reason)"
    }
  }

  private func remedy(_ group: String) -> String {
    let command = "sudo usermod -aG \(group) \(user)"
    return ", and the group \(group) may connect; run `\(command)` and log in again"
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
  /// Examines the path in question.
  init(paths: [String], code: CInt) {
    self.paths = paths
    self.code = code
    let path = SocketTrouble.chosen(of: paths)
    file = File(at: path)
    manager = Manager(of: path)
    user = SocketTrouble.name(ofUser: geteuid())
  }

  /// Of several paths that don't exist: the system's, if its manager or this user could create it.
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
    case S_IFDIR: self = .other("a directory")
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
