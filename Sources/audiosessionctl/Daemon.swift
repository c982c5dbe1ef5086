import AudioSessionClient
import AudioSessionWire

/// The daemon as the verbs see it: each call has a time limit, and throws ``Failure``.
struct Daemon: ~Copyable {
  private var client: BlockingClient
  private let timeout: Duration

  /// Connects to the daemon and agrees with it on the protocol.
  init(at paths: [String], timeout: Duration) throws(Failure) {
    self.timeout = timeout
    client = try Daemon.meet(paths, by: TimeLimit(timeout))
  }

  /// Uses a connection that exists already.
  init(_ client: consuming BlockingClient, timeout: Duration) {
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
  var path: String { client.path }

  /// Makes a request and waits for the result.
  mutating func call(_ method: Method, _ parameters: JSONValue = [:]) throws(Failure) -> JSONValue {
    do {
      return try client.call(method, parameters, by: TimeLimit(timeout))
    } catch {
      throw Failure(error, at: path)
    }
  }

  /// Requests the explanation of each session; one that was closed meanwhile is left out.
  mutating func explanations(of sessions: [JSONValue]) throws(Failure) -> [JSONValue] {
    let numbers = sessions.compactMap { $0["session"] }
    let requests = numbers.map { client.send(.policyExplain, ["session": $0]) }
    var explanations: [JSONValue] = []
    for request in requests {
      do {
        explanations.append(try client.reply(to: request, by: TimeLimit(timeout)))
      } catch .refused(let error) where error.code == -32002 {
        continue
      } catch {
        throw Failure(error, at: path)
      }
    }
    return explanations
  }

  /// Waits for the next notification, without a time limit.
  mutating func next() throws(Failure) -> ClientMachine.Notification {
    do {
      return try client.nextNotification(by: TimeLimit(nil))
    } catch .disconnected {
      throw .daemonWent("the daemon at \(path.printable) has gone away")
    } catch {
      throw Failure(error, at: path)
    }
  }

  /// Finds the number of the session that is given by name or number.
  mutating func session(named word: String) throws(Failure) -> JSONValue {
    if let number = Int64(word), number > 0 { return .number("\(number)") }
    let sessions = try call(.sessionList)["sessions"]?.array ?? []
    let named = sessions.filter { $0.isNamed(word) }.compactMap { $0["session"] }
    guard let first = named.first else { throw .noSession(named: word) }
    if named.count > 1 {
      let numbers = named.map(\.text).joined(separator: ", ")
      throw .usage("\(named.count) sessions are named \"\(word.printable)\"; use one of \(numbers)")
    }
    return first
  }
}

extension JSONValue {
  fileprivate func isNamed(_ name: String) -> Bool {
    self["name"]?.string == name || self["lease"]?["leaseName"]?.string == name
  }
}
