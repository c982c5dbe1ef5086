import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Why a command ends without its result.
enum Failure: Error, Equatable {
  /// The arguments make no sense; the sentence says what would.
  case usage(String)
  /// Nobody can be talked to.
  case unavailable(SocketTrouble)
  /// The daemon at this path refused, was silent, or is none.
  case client(ClientError, at: String)
  /// No session has this name.
  case noSession(named: String)
  /// The daemon went while it was being watched.
  case daemonWent(String)
  /// What was asked about would be refused, and that has been said.
  case wouldBeRefused
  /// The doctor found a fault, and has said so.
  case unwell
  /// Standard output can't be written, by this `errno`.
  case output(CInt)

  /// What the program ends with.
  var exitStatus: CInt {
    switch self {
    case .usage, .unwell, .output: 1
    case .noSession, .wouldBeRefused, .client(.refused, _): 2
    case .client(.timedOut, _): 3
    case .unavailable, .daemonWent, .client(.unavailable, _), .client(.protocolViolation, _),
      .client(.disconnected, _):
      4
    }
  }

  /// One sentence for standard error; nil where there is nobody to tell, or all was said.
  var message: String? {
    switch self {
    case .unwell, .wouldBeRefused: return nil
    case .usage(let sentence), .daemonWent(let sentence): return sentence
    case .unavailable(let trouble): return trouble.sentence
    case .client(let error, let path): return error.sentence(path.printable)
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

extension Failure {
  /// A client's error, with what can be found out about the socket where nobody answers.
  init(_ error: ClientError, at path: String) {
    if case .unavailable(let paths, let errno) = error {
      self = .unavailable(SocketTrouble(paths: paths, code: errno.code))
    } else {
      self = .client(error, at: path)
    }
  }

  /// What stands in the result's place under `--json`; nil where the result was printed.
  var json: JSONValue? {
    if case .client(.refused(let error), _) = self { return ["error": error.json] }
    guard let name, let message else { return nil }
    return ["error": ["code": nil, "name": .string(name), "message": .string(message)]]
  }

  private var name: String? {
    switch self {
    case .usage: "usage"
    case .unavailable, .client(.unavailable, _): "noDaemon"
    case .client(.refused(let error), _): error.name
    case .client(.timedOut, _): "timedOut"
    case .client(.protocolViolation, _): "protocolViolation"
    case .client(.disconnected, _), .daemonWent: "disconnected"
    case .noSession: "noSuchSession"
    case .wouldBeRefused, .unwell, .output: nil
    }
  }
}

extension ClientError {
  fileprivate func sentence(_ path: String) -> String {
    switch self {
    case .unavailable(let paths, let errno):
      return SocketTrouble(paths: paths, code: errno.code).sentence
    case .refused(let error): return error.sentence
    case .timedOut:
      return "the daemon at \(path) didn't answer in time; `--timeout` says how long to wait"
    case .protocolViolation(let what):
      let found = "it sent \(what.printable)"
      return "what answers at \(path) is no audiosessiond that this program knows: \(found)"
    case .disconnected:
      let what = "the daemon at \(path) ended the connection before it answered"
      return "\(what); `audiosessionctl doctor` says why"
    }
  }
}

extension ErrorReply {
  /// The daemon's sentence, what to do about it here, and in brackets what to look up.
  var sentence: String {
    var sources = [name, fourCC.map { "'\($0)'" }, rule, cell].compactMap { $0 }
    if sources.isEmpty { sources = ["\(code)"] }
    let plain = message.hasSuffix(".") ? String(message.dropLast()) : message
    let advice = ErrorReply.advice[name ?? ""].map { "; \($0)" } ?? ""
    return "\(plain.printable)\(advice) (\(sources.joined(separator: " ").printable))."
  }

  /// Where this program tells more.
  private static let advice = [
    "noSuchSession": "`audiosessionctl list` shows those",
    "notPermitted": "`audiosessionctl doctor` shows what you hold",
  ]

  /// The error as the wire has it, but with the members of `data` beside the others.
  fileprivate var json: JSONValue {
    let details = (data.members ?? []).filter { $0.name != "name" }
    return .object(
      [
        .init("code", .number("\(code)")), .init("name", name.map { .string($0) } ?? nil),
        .init("message", .string(message)),
      ] + details
    )
  }
}
