import AudioSessionJSON
import AudioSessionWire
import Synchronization

@testable import AudioSession

/// A daemon in the same process whose answers a test gives, line by line.
final class ScriptedDaemon: InProcessDaemon {
  private struct State {
    var link: InProcessLink?
    var answer: @Sendable (_ method: String, _ id: Int64, _ params: JSONValue) -> [String]
    var requests: [String] = []
  }

  private let sessionState: SessionState
  private let state: Mutex<State>

  /// Creates a daemon.
  ///
  /// - Parameters:
  ///   - sessionState: The state of the session when it is opened.
  ///   - answer: Returns the lines that follow a request; `hello` and `session.open` are answered
  ///     without it.
  init(
    sessionState: SessionState = .inactive,
    _ answer: @escaping @Sendable (_ method: String, _ id: Int64, _ params: JSONValue) -> [String]
  ) {
    self.sessionState = sessionState
    state = Mutex(State(answer: answer))
  }

  /// The requests so far, as method and parameters, but for `hello` and `session.open`.
  var requests: [String] { state.withLock { $0.requests } }

  /// Says something unasked.
  func say(_ line: String) {
    let link = state.withLock { $0.link }
    link?.deliver(Array("\(line)\n".utf8))
  }

  let now: Int64 = 0
  let lock = RecursiveLock()

  func connect(_ link: InProcessLink) -> Bool {
    state.withLock { $0.link = link }
    return true
  }

  func receive(_ bytes: [UInt8], from link: InProcessLink) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let request = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
        let method = request["method"]?.string, let id = request["id"]?.integer
      else { continue }
      for answer in answers(to: method, id, request["params"] ?? [:]) { say(answer) }
    }
  }

  private func answers(to method: String, _ id: Int64, _ params: JSONValue) -> [String] {
    switch method {
    case "hello": return [#"{"id":\#(id),"result":{"epoch":"\#(Epoch.a.text)"}}"#]
    case "session.open":
      let state = #""state":"\#(sessionState.rawValue)""#
      return [#"{"id":\#(id),"result":{"session":7,"seq":40,\#(state)}}"#]
    default:
      let answer = state.withLock { state in
        state.requests.append("\(method) \(params.text)")
        return state.answer
      }
      return answer(method, id, params)
    }
  }

  func disconnect(_ link: InProcessLink) {}
  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool) {}
  func link(application: String?) -> InProcessLink { InProcessLink(to: self) }
}
