import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

extension Examination {
  /// What is to be said, in the order in which one thing depends on the other.
  var findings: [Finding] {
    switch contact {
    case .answer(let hello):
      [Finding(subject: "socket", state: .good, sentence: "\(path.printable) answers.")]
        + [daemon(hello)] + unitFindings + [caller(hello), grants(hello)]
    case .failure(let error): [socket(error)] + unitFindings
    }
  }

  /// The command of the instance's service manager.
  func systemctl(_ words: String) -> String {
    (isUserInstance ? "systemctl --user " : "systemctl ") + words
  }

  private func socket(_ error: ClientError) -> Finding {
    let (sentence, remedy) = complaint(error)
    return Finding(subject: "socket", state: .fault, sentence: sentence, commands: remedy)
  }

  private func complaint(_ error: ClientError) -> (sentence: String, remedy: [String]) {
    let restart = hasUnits ? [systemctl("restart audiosessiond.service")] : []
    switch error {
    case .unavailable(_, let errno) where errno.code == ENOENT || errno.code == ENOTDIR:
      let places = paths.map(\.printable).joined(separator: " and no ")
      return ("There is no \(places).", hasUnits ? [] : ["audiosessiond --socket \(quotedPath)"])
    case .unavailable(_, let errno) where errno.code == EACCES || errno.code == EPERM:
      let look = hasUnits ? [systemctl("cat audiosessiond.socket")] : ["ls -l \(quotedPath)"]
      return ("\(path.printable) isn't open to this user.", look)
    case .unavailable(_, let errno) where errno.code == ECONNREFUSED:
      let listen = hasUnits ? [systemctl("restart audiosessiond.socket")] : []
      return ("Nobody listens at \(path.printable).", listen)
    case .unavailable(_, let errno):
      let reason = String(cString: strerror(errno.code))
      return ("\(path.printable) can't be connected to: \(reason).", restart)
    case .timedOut: return ("What listens at \(path.printable) doesn't answer.", restart)
    case .disconnected: return ("What listens at \(path.printable) hangs up.", restart)
    case .protocolViolation(let what):
      return ("What listens at \(path.printable) is no audiosessiond: it sent \(what).", [])
    case .refused(let error): return ("The daemon refuses: \(error.sentence)", [])
    }
  }

  private var hasUnits: Bool {
    guard case .success(let units) = units else { return false }
    return units.socket["LoadState"] == "loaded"
  }

  /// The path as a word for a shell.
  private var quotedPath: String {
    let isPlain = path.utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8.contains(byte)
    }
    let quotes = path.printable.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? path : "'\(quotes.joined(separator: "'\\''"))'"
  }

  private func daemon(_ hello: JSONValue) -> Finding {
    let theirs = hello["server"]?.text(of: "version") ?? "?"
    if theirs == version {
      return Finding(
        subject: "daemon",
        state: .good,
        sentence: "audiosessiond \(version), as this program."
      )
    }
    return Finding(
      subject: "daemon",
      state: .note,
      sentence: "It is audiosessiond \(theirs), this program \(version).",
      commands: hasUnits ? [systemctl("restart audiosessiond.service")] : []
    )
  }

  private func caller(_ hello: JSONValue) -> Finding {
    let peer = hello["peer"] ?? [:]
    let user = "user \(peer["uid"]?.text ?? "?")"
    guard let process = peer["pid"]?.integer else {
      return Finding(
        subject: "caller",
        state: .note,
        sentence: "You are \(user); the daemon can't see your process, so no grant by unit holds."
      )
    }
    let names = [peer.text(of: "unit"), peer.text(of: "userUnit")].compactMap(\.self)
    let unit = names.isEmpty ? "no unit" : names.joined(separator: ", therein ")
    return Finding(
      subject: "caller",
      state: .good,
      sentence: "You are \(user), process \(process), in \(unit)."
    )
  }

  private func grants(_ hello: JSONValue) -> Finding {
    let names = (hello["grants"]?.array ?? []).compactMap { $0.string?.printable }
    if names.isEmpty {
      return Finding(
        subject: "grants",
        state: .good,
        sentence: "None. Whoever needs more than normal priority is named in the configuration.",
        commands: ["man 5 audiosessiond.conf"]
      )
    }
    return Finding(
      subject: "grants",
      state: .good,
      sentence: "You hold \(names.joined(separator: ", "))."
    )
  }
}
