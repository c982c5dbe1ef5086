package import AudioSessionClient
package import AudioSessionJSON
package import AudioSessionSystem
package import AudioSessionWire
import Glibc

/// The reason why a command failed.
package enum Failure: Error, Equatable {
  /// The arguments are wrong; the sentence says what was expected.
  case usage(String)
  /// No daemon can be reached.
  case unavailable(SocketTrouble)
  /// The daemon at this path refused, didn't reply, or isn't audiosessiond.
  case client(ClientError, at: String)
  /// There is no session of this name.
  case noSession(named: String)
  /// No session is held under this name.
  case notHeld(String)
  /// The state that was waited for hasn't come in time; the sentence says what there is instead.
  case waitedInVain(String)
  /// The daemon ended while it was being monitored.
  case daemonWent(String)
  /// The simulated request would be refused, as has been printed.
  case wouldBeRefused
  /// The doctor found a fault, and has printed it.
  case unwell
  /// A file can't be read, written or replayed; the sentence names it.
  case file(String)
  /// A replayed decision isn't as recorded, as has been printed.
  case differs
  /// A system call failed that usually doesn't.
  case system(Errno)
  /// Standard output can't be written, because of this `errno`.
  case output(CInt)

  /// The program's exit status.
  package var exitStatus: CInt {
    switch self {
    case .usage, .unwell, .output, .file, .system: 1
    case .noSession, .notHeld, .wouldBeRefused, .differs, .client(.refused, _): 2
    case .client(.timedOut, _), .waitedInVain: 3
    case .unavailable, .daemonWent, .client(.unavailable, _), .client(.protocolViolation, _),
      .client(.disconnected, _):
      4
    }
  }

  /// The message for standard error; nil if it was printed already, or nobody would read it.
  package var message: String? {
    switch self {
    case .unwell, .wouldBeRefused, .differs: return nil
    case .usage(let sentence), .daemonWent(let sentence), .waitedInVain(let sentence),
      .file(let sentence):
      return sentence
    case .unavailable(let trouble): return trouble.sentence
    case .client(let error, let path): return error.sentence(path.printable)
    case .system(let error): return "\(error)"
    case .noSession(let name):
      return
        "no session is named \"\(name.printable)\"; `audiosessionctl list` shows the sessions"
    case .notHeld(let name):
      return "\(name.printable) isn't held; `audiosessionctl hold` begins that"
    case .output(let code):
      // The reader has enough, as `head` does.
      if code == EPIPE { return nil }
      return "can't write the result: \(String(cString: strerror(code)))"
    }
  }
}

extension Failure {
  /// The failure of a system call with the file at this path.
  package static func file(at path: String, _ code: CInt) -> Failure {
    .file("\(path.printable): \(String(cString: strerror(code)))")
  }

  /// True if there is no session of this name or number.
  package var isNoSession: Bool {
    switch self {
    case .noSession: true
    case .client(.refused(let error), _): error.code == -32002
    default: false
    }
  }

  /// A client's error; if no daemon can be reached, the reason is looked for at the socket's path.
  package init(_ error: ClientError, at path: String) {
    if case .unavailable(let paths, let errno) = error {
      self = .unavailable(SocketTrouble(paths: paths, code: errno.code))
    } else {
      self = .client(error, at: path)
    }
  }

  /// The error to print instead of the result under `--json`; nil if a result was printed.
  package var json: JSONValue? {
    if case .client(.refused(let error), _) = self { return ["error": error.json] }
    guard let name, let message else { return nil }
    return ["error": ["code": nil, "name": .string(name), "message": .string(message)]]
  }

  private var name: String? {
    switch self {
    case .usage: "usage"
    case .unavailable, .client(.unavailable, _): "noDaemon"
    case .client(.refused(let error), _): error.name
    case .client(.timedOut, _), .waitedInVain: "timedOut"
    case .client(.protocolViolation, _): "protocolViolation"
    case .client(.disconnected, _), .daemonWent: "disconnected"
    case .noSession, .notHeld: "noSuchSession"
    case .file: "file"
    case .system: "system"
    case .wouldBeRefused, .unwell, .output, .differs: nil
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
      return "the daemon at \(path) didn't reply in time; `--timeout` allows it more"
    case .protocolViolation(let what):
      let found = "it sent \(what.printable)"
      return "what answers at \(path) isn't an audiosessiond that this program knows: \(found)"
    case .disconnected:
      let what = "the daemon at \(path) closed the connection before it replied"
      return "\(what); `audiosessionctl doctor` says why"
    }
  }
}

extension ErrorReply {
  /// The daemon's message, advice for users of this program, and in brackets what to look up.
  package var sentence: String {
    var sources = [name, fourCC.map { "'\($0)'" }, rule, cell].compactMap { $0 }
    if sources.isEmpty { sources = ["\(code)"] }
    let plain = message.hasSuffix(".") ? String(message.dropLast()) : message
    let advice = ErrorReply.advice[name ?? ""].map { "; \($0)" } ?? ""
    return "\(plain.printable)\(advice) (\(sources.joined(separator: " ").printable))."
  }

  /// The verbs to use after an error.
  private static let advice = [
    "noSuchSession": "`audiosessionctl list` shows the sessions",
    "notPermitted": "`audiosessionctl doctor` shows your grants",
  ]

  /// The error as on the wire, with the members of `data` moved beside the others.
  fileprivate var json: JSONValue {
    let details = (data?.json.members ?? []).filter { $0.name != "name" }
    return .object(
      [
        .init("code", .number("\(code)")), .init("name", name.map { .string($0) } ?? nil),
        .init("message", .string(message)),
      ] + details
    )
  }
}
