import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// The reason why the daemon doesn't answer at its socket, and the remedy.
extension Examination {
  func socket(_ error: ClientError) -> Finding {
    let (sentence, remedy) = complaint(error)
    return Finding(subject: "socket", state: .fault, sentence: sentence, commands: remedy)
  }

  /// A command to the instance's service manager.
  func systemctl(_ words: String) -> String {
    (isUserInstance ? "systemctl --user " : "systemctl ") + words
  }

  /// True if systemd is running and knows the units.
  var hasUnits: Bool {
    guard case .success(let units) = units else { return false }
    return units.socket["LoadState"] == "loaded"
  }

  private func complaint(_ error: ClientError) -> (sentence: String, remedy: [String]) {
    let restart = hasUnits ? [systemctl("restart audiosessiond.service")] : []
    switch error {
    case .unavailable(_, let errno): return unavailable(errno.code, restart)
    case .timedOut: return ("What listens at \(path.printable) doesn't answer.", restart)
    case .disconnected: return ("What listens at \(path.printable) closes the connection.", restart)
    case .protocolViolation(let what):
      return ("What listens at \(path.printable) isn't audiosessiond: it sent \(what).", [])
    case .refused(let error): return ("The daemon refuses the connection: \(error.sentence)", [])
    }
  }

  private func unavailable(_ code: CInt, _ restart: [String]) -> (String, [String]) {
    let path = path.printable
    switch place.kind {
    case _ where code == ENAMETOOLONG:
      let most = SocketAddress.longestPath
      return ("\(path) is too long: a socket's path has at most \(most) bytes.", [])
    case .other(let kind): return ("\(path) isn't a socket but \(kind).", [])
    case .hidden: return ("A directory above \(path) is closed to you.", [])
    case .deleted:
      let sentence = "The file of \(path) was deleted; what listens can't be reached."
      return (sentence, hasUnits ? [systemctl("restart audiosessiond.socket")] : byHand)
    case .nothing where code == ENOENT || code == ENOTDIR:
      let places = paths.map { $0.printable }.joined(separator: " or ")
      return ("There is no socket at \(places).", hasUnits ? [] : byHand)
    case _ where code == EACCES || code == EPERM: return closed
    case _ where code == ECONNREFUSED:
      let listen = hasUnits ? [systemctl("restart audiosessiond.socket")] : byHand
      return ("Nothing listens at \(path) any more.", listen)
    default:
      return ("Can't connect to \(path): \(String(cString: strerror(code))).", restart)
    }
  }

  /// The socket exists, but this user may not connect to it.
  private var closed: (String, [String]) {
    let owner = "\(path.printable) isn't accessible to you: its owner is \(place.owner)"
    if !place.groupMayConnect { return ("\(owner), and nobody else may connect.", []) }
    let others = "and the group \(place.group) may connect. Run this, then log in again:"
    return ("\(owner), \(others)", ["sudo usermod -aG \(place.group) \(user)"])
  }

  /// The commands that start a daemon without a service manager.
  private var byHand: [String] {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let making = place.hasFolder ? [] : ["mkdir -p \(quoted(String(folder)))"]
    return making + ["audiosessiond --socket \(quoted(path))"]
  }

  /// A path, quoted for a shell if necessary.
  private func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8.contains(byte)
    }
    let quotes = path.printable.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? path : "'\(quotes.joined(separator: "'\\''"))'"
  }
}

extension SocketPlace {
  /// True if something other than a socket is there.
  var isOther: Bool { if case .other = kind { true } else { false } }
}
