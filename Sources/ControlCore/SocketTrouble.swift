import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The reason why no daemon can be reached: the error, and the file at the socket's path.
package struct SocketTrouble: Equatable, Sendable {
  /// The service manager whose unit listens at the path.
  enum Manager: Equatable, Sendable {
    case none, system, user
  }

  /// The paths that were tried.
  let paths: [String]
  /// The error of connect(2).
  let code: CInt
  let place: SocketPlace
  let manager: Manager
  /// The name of the user who runs this program.
  let user: String

  /// The path in question.
  private var path: String { SocketTrouble.chosen(of: paths) }

  /// The problem and its remedy, as one sentence without its full stop.
  var sentence: String { "\(complaint); `audiosessionctl doctor` shows more" }

  private var complaint: String {
    switch place.kind {
    case _ where code == ENAMETOOLONG:
      let size = "\(path.printable) is \(path.utf8.count) bytes long"
      return "\(size); a socket's path has at most \(SocketAddress.longestPath)"
    case .nothing:
      let places = paths.map { $0.printable }.joined(separator: " or ")
      let start = startCommand(makingFolder: !place.hasFolder)
      let missing = "no audiosessiond is running: there is no socket at \(places)"
      return "\(missing); start it with `\(start)`"
    case .deleted:
      let deleted = "the file of the socket \(path.printable) was deleted"
      let remedy = manager == .none ? "end the daemon there, and start another" : "make it anew"
      let start = startCommand("restart", makingFolder: !place.hasFolder)
      return "\(deleted); \(remedy) with `\(start)`"
    case .hidden:
      return "\(path.printable) isn't accessible to you: a directory above it is closed"
    case .other(let kind):
      let found = "\(path.printable) isn't a socket but \(kind)"
      return "\(found); expected the path of the daemon's socket"
    case .socket where code == ECONNREFUSED:
      let start = startCommand(makingFolder: false)
      return "nothing listens at \(path.printable) any more; start a daemon there with `\(start)`"
    case .socket where code == EACCES || code == EPERM:
      return "\(path.printable) isn't accessible to you: its owner is \(place.owner)"
        + (place.groupMayConnect ? remedy : ", and nobody else may connect")
    case .socket:
      let reason = String(cString: strerror(code))
      return "can't connect to \(path.printable): \(reason)"
    }
  }

  private var remedy: String {
    let command = "sudo usermod -aG \(place.group) \(user)"
    return ", and the group \(place.group) may connect; run `\(command)` and log in again"
  }

  private func startCommand(_ verb: String = "start", makingFolder: Bool) -> String {
    switch manager {
    case .system: return "systemctl \(verb) audiosessiond.socket"
    case .user: return "systemctl --user \(verb) audiosessiond.socket"
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
    place = SocketPlace(at: path)
    manager = Manager(of: path)
    user = SocketPlace.name(ofUser: geteuid())
  }

  /// Of several paths that don't exist: the system's, if its manager or this user could create it.
  private static func chosen(of paths: [String]) -> String {
    (geteuid() == 0 || Manager.isSystemdRunning ? paths.last : paths.first) ?? ""
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
