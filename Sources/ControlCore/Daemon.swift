package import AudioSessionClient
package import AudioSessionJSON
import AudioSessionSchema
package import AudioSessionWire

/// The daemon as the verbs see it: each call has a time limit, and throws ``Failure``.
package struct Daemon: ~Copyable {
  private var client: BlockingClient
  private let timeout: Duration

  /// Connects to the daemon that a command line chooses.
  package init(_ invocation: Invocation) throws(Failure) {
    try self.init(at: try invocation.socketPaths(), timeout: invocation.timeout)
  }

  /// Connects to the daemon and agrees with it on the protocol.
  package init(at paths: [String], timeout: Duration) throws(Failure) {
    self.timeout = timeout
    client = try Daemon.meet(paths, by: TimeLimit(timeout))
  }

  /// Uses a connection that exists already.
  package init(_ client: consuming BlockingClient, timeout: Duration) {
    self.client = client
    self.timeout = timeout
  }

  private static func meet(
    _ paths: [String],
    by limit: TimeLimit
  ) throws(Failure) -> BlockingClient {
    var client = try connect(to: paths, by: limit)
    do {
      try client.hello(name: "audiosessionctl", by: limit)
    } catch {
      throw Failure(error, at: client.path)
    }
    return client
  }

  private static func connect(
    to paths: [String],
    by limit: TimeLimit
  ) throws(Failure) -> BlockingClient {
    do {
      return try BlockingClient(connectingTo: paths, by: limit)
    } catch {
      throw Failure(error, at: paths.last ?? "")
    }
  }

  /// The path at which the daemon was found.
  package var path: String { client.path }

  /// Makes a request and waits for the result.
  package mutating func call(
    _ method: Method,
    _ parameters: JSONValue = [:]
  ) throws(Failure) -> JSONValue {
    do {
      return try client.call(method, parameters, by: TimeLimit(timeout))
    } catch {
      throw Failure(error, at: path)
    }
  }

  /// Makes a request, whose result is of this type.
  package mutating func call<Value>(
    _ method: Method,
    _ parameters: JSONValue = [:],
    as type: Value.Type
  ) throws(Failure) -> Sent<Value> {
    if let result = Sent<Value>(try call(method, parameters)) { return result }
    throw .client(.protocolViolation("a result of \(method.rawValue) that is none"), at: path)
  }

  /// Tells the daemon the application that a command line names, for sessions opened afterwards.
  package mutating func introduce(_ invocation: Invocation) throws(Failure) {
    guard let application = invocation.value("application") else { return }
    _ = try call(.hello, SessionOptions.hello(application: application))
  }

  /// Requests the explanation of each session; one that was closed meanwhile is left out.
  package mutating func explanations(
    of sessions: [UInt64]
  ) throws(Failure) -> [Sent<ExplanationResult>] {
    let requests = sessions.map { client.send(.policyExplain, ["session": $0.json]) }
    var explanations: [Sent<ExplanationResult>] = []
    for request in requests {
      do {
        let reply = try client.reply(to: request, by: TimeLimit(timeout))
        if let explanation = Sent<ExplanationResult>(reply) { explanations.append(explanation) }
      } catch .refused(let error) where error.code == -32002 {
        continue
      } catch {
        throw Failure(error, at: path)
      }
    }
    return explanations
  }

  /// The connection's descriptor, for a poller, valid while this value lives.
  package var number: CInt { client.number }

  /// True while there are bytes to send, so that a poller should watch for room.
  package var hasUnsent: Bool { client.hasUnsent }

  /// Makes a request; it is sent by ``exchange()``, or by the next call.
  package mutating func send(
    _ method: Method,
    _ parameters: JSONValue
  ) -> ClientMachine.RequestNumber {
    client.send(method, parameters)
  }

  /// Sends and receives what is possible now, without waiting.
  package mutating func exchange() throws(Failure) {
    do {
      try client.exchange()
    } catch .disconnected {
      throw Failure.daemonWent("the daemon at \(path.printable) has gone away")
    } catch {
      throw Failure(error, at: path)
    }
  }

  /// Takes the reply to a request; nil if it hasn't arrived, or was taken.
  package mutating func takeReply(
    to request: ClientMachine.RequestNumber
  ) -> Result<JSONValue, ErrorReply>? {
    client.takeReply(to: request)
  }

  /// Takes the oldest notification that has arrived; nil if there is none.
  package mutating func takeNotification() -> ClientMachine.Notification? {
    client.takeNotification()
  }

  /// Finds the number of the session that is given by name or number.
  package mutating func session(named word: String) throws(Failure) -> UInt64 {
    if let number = Int64(word), number > 0 { return UInt64(number) }
    let list = try call(.sessionList, as: SessionListResult.self)
    let named = list.value.sessions.sessions.filter { $0.isCalled(word) }.map { $0.session }
    guard let first = named.first else { throw .noSession(named: word) }
    if named.count > 1 {
      let numbers = named.map(String.init).joined(separator: ", ")
      throw .usage("\(named.count) sessions are named \"\(word.printable)\"; use one of \(numbers)")
    }
    return first
  }
}
