import AudioSessionWire
import AudioSessionClient
import AudioSessionSystem
import Glibc

/// Why nobody answers at the socket, and what mends it.
extension Examination {
  func socket(_ error: ClientError) -> Finding {
    let (sentence, remedy) = complaint(error)
    return Finding(subject: "socket", state: .fault, sentence: sentence, commands: remedy)
  }

  /// The command of the instance's service manager.
  func systemctl(_ words: String) -> String {
    (isUserInstance ? "systemctl --user " : "systemctl ") + words
  }

  /// Whether systemd runs and knows the units.
  var hasUnits: Bool {
    guard case .success(let units) = units else { return false }
    return units.socket["LoadState"] == "loaded"
  }

  private func complaint(_ error: ClientError) -> (sentence: String, remedy: [String]) {
    let restart = hasUnits ? [systemctl("restart audiosessiond.service")] : []
    switch error {
    case .unavailable(_, let errno): return unavailable(errno.code, restart)
    case .timedOut: return ("What listens at \(path.printable) doesn't answer.", restart)
    case .disconnected: return ("What listens at \(path.printable) hangs up.", restart)
    case .protocolViolation(let what):
      return ("What listens at \(path.printable) is no audiosessiond: it sent \(what).", [])
    case .refused(let error): return ("The daemon refuses: \(error.sentence)", [])
    }
  }

  private func unavailable(_ code: CInt, _ restart: [String]) -> (String, [String]) {
    let path = path.printable
    switch place.kind {
    case _ where code == ENAMETOOLONG:
      let most = SocketAddress.longestPath
      return ("\(path) is longer than the \(most) bytes that the path of a socket has at most.", [])
    case .other(let kind): return ("\(path) is no socket, but \(kind).", [])
    case .hidden: return ("A folder on the way to \(path) is closed to you.", [])
    case .nothing where code == ENOENT || code == ENOTDIR:
      let places = paths.map(\.printable).joined(separator: " and no ")
      return ("There is no \(places).", hasUnits ? [] : byHand)
    case _ where code == EACCES || code == EPERM: return closed
    case _ where code == ECONNREFUSED:
      let listen = hasUnits ? [systemctl("restart audiosessiond.socket")] : byHand
      return ("Nobody listens at \(path) any more.", listen)
    default:
      return ("\(path) can't be connected to: \(String(cString: strerror(code))).", restart)
    }
  }

  /// The socket is there, and not for this user.
  private var closed: (String, [String]) {
    let owner = "\(path.printable) isn't open to you: its owner is \(place.owner)"
    if place.mode & 0o020 == 0 { return ("\(owner), and nobody else may connect.", []) }
    let sentence = "\(owner), and the group \(place.group) may connect. After this, log in anew:"
    return (sentence, ["sudo usermod -aG \(place.group) \(user)"])
  }

  /// How a daemon is started without a service manager.
  private var byHand: [String] {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let making = place.hasFolder ? [] : ["mkdir -p \(quoted(String(folder)))"]
    return making + ["audiosessiond --socket \(quoted(path))"]
  }

  /// A path as a word for a shell.
  private func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8.contains(byte)
    }
    let quotes = path.printable.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? path : "'\(quotes.joined(separator: "'\\''"))'"
  }
}

extension SocketPlace {
  /// Something that is there and no socket.
  var isOther: Bool { if case .other = kind { true } else { false } }
}
