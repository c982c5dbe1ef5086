import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Synchronization
import Testing

@testable import AudioSession

extension ClientState {
  /// A client of which one session is open under the number 7, and nothing is unsent or untold.
  static func opened(
    _ listener: Listening? = nil
  ) throws -> (ClientState, SessionKey) {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    if let listener { _ = client.add(listener.continuation, to: key) }
    client.begin(Call.testing(.open, key), client.nextCallNumber(), at: 0)
    client.connected(at: 0)
    try client.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    try client.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":7}}"#)
    _ = client.takeSent()
    _ = client.takeCallbacks()
    return (client, key)
  }

  /// The request that begins a connection, from who knew an epoch before.
  static func hello(after epoch: Epoch) -> String {
    #"hello {"protocol":1,"events":["lifecycle"],"epoch":"\#(epoch.text)"}"#
  }

  /// Takes lines from a daemon.
  mutating func hear(_ lines: String...) throws {
    let bytes = lines.flatMap { Array(($0 + "\n").utf8) }
    try received(bytes.span, at: 0)
  }

  /// The requests that are to be sent, as method and parameters.
  mutating func takeSent() -> [String] {
    var sent = ""
    machine.flush { bytes in
      sent += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    return sent.split(separator: "\n").map { line in
      let request = try? JSONValue(parsing: String(line))
      return "\(request?["method"]?.string ?? "?") \(request?["params"]?.text ?? "?")"
    }
  }
}

extension Epoch {
  static let a = Epoch(high: 0, low: 10)
  static let b = Epoch(high: 0, low: 11)

  /// The first members of a notification's parameters.
  func stamp(_ seq: Int) -> String { #""epoch":"\#(text)","seq":\#(seq)"# }
}

extension ClientState {
  /// Tells the program what there is to be told.
  mutating func performCallbacks() { for callback in takeCallbacks() { callback.perform() } }
}

/// A listener to one session.
struct Listening {
  let continuation: AsyncStream<SessionEvent>.Continuation
  private let stream: AsyncStream<SessionEvent>

  init() { (stream, continuation) = Backlog.makeStream() }

  /// All that it was told; the session has to have ended.
  func events(of client: inout ClientState) async -> [SessionEvent] {
    client.performCallbacks()
    var events: [SessionEvent] = []
    for await event in stream { events.append(event) }
    return events
  }
}

extension Call {
  /// A call without a limit, whose answer goes to `finish`.
  static func testing(
    _ operation: AudioSession.Operation,
    _ key: SessionKey,
    limit: Int64 = .max,
    finish: @escaping @Sendable (Answer) -> Void = { _ in }
  ) -> Call {
    Call(session: key, operation: operation, limit: limit, finish: finish)
  }
}

/// How calls ended, in the order in which they did.
final class Answers: Sendable {
  private let answers = Mutex<[Answer]>([])

  var all: [Answer] { answers.withLock { $0 } }

  func add(_ answer: Answer) { answers.withLock { $0.append(answer) } }
}
