import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Why a command ends without its result.
enum Failure: Error, Equatable {
  /// The arguments make no sense; the sentence says what would.
  case usage(String)
  case client(ClientError)
  /// No session has this name.
  case noSession(named: String)
  /// The daemon went while it was being watched.
  case daemonWent(String)
  /// The doctor found a fault, and has said so.
  case unwell
  /// Standard output can't be written, by this `errno`.
  case output(CInt)

  /// What the program ends with.
  var exitStatus: CInt {
    switch self {
    case .usage, .daemonWent, .unwell, .output: 1
    case .noSession: 2
    case .client(let error): error.exitStatus
    }
  }

  /// One sentence for standard error; nil where there is nobody to tell.
  var message: String? {
    switch self {
    case .unwell: return nil
    case .usage(let sentence), .daemonWent(let sentence): return sentence
    case .client(let error): return error.sentence
    case .noSession(let name):
      return
        "no session is named \"\(name.printable)\"; `audiosessionctl list` shows those there are"
    case .output(let code):
      // Whoever read has enough, as `head` does.
      if code == EPIPE { return nil }
      return "the result can't be written: \(String(cString: strerror(code)))"
    }
  }
}

extension ClientError {
  fileprivate var exitStatus: CInt {
    switch self {
    case .unavailable, .protocolViolation, .disconnected: 1
    case .refused: 2
    case .timedOut: 3
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .unavailable(let paths, let errno):
      return unavailable(paths.joined(separator: " or "), errno.code)
    case .refused(let error): return error.sentence
    case .timedOut: return "the daemon didn't answer in time; `--timeout` says how long to wait"
    case .protocolViolation(let what):
      return "what answers there isn't an audiosessiond that this program knows: it sent \(what)"
    case .disconnected: return "the daemon ended the connection before it answered"
    }
  }

  private func unavailable(_ paths: String, _ code: CInt) -> String {
    let reason = String(cString: strerror(code))
    if code == EACCES || code == EPERM {
      return "the socket \(paths.printable) isn't open to this user (\(reason))"
    }
    return "no audiosessiond answers at \(paths.printable) (\(reason)); start it with "
      + "`systemctl start audiosessiond` or `audiosessiond --socket PATH`"
  }
}

extension ErrorReply {
  /// The daemon's sentence, and in brackets what to look up.
  var sentence: String {
    var sources = [name, fourCC.map { "'\($0)'" }, rule, cell].compactMap { $0 }
    if sources.isEmpty { sources = ["\(code)"] }
    let plain = message.hasSuffix(".") ? String(message.dropLast()) : message
    return "\(plain.printable) (\(sources.joined(separator: " ").printable))."
  }
}
