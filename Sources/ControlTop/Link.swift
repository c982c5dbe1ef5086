import AudioSessionClient
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire
import ControlCore

/// The connection of `top` to the daemon: its requests, and which reply answers which.
struct Link: ~Copyable {
  private enum Purpose {
    case hello, log, subscription, status
    case explanation(UInt64)
    case eviction(label: String)
  }

  private var daemon: Daemon
  private var pending: [(request: ClientMachine.RequestNumber, purpose: Purpose)] = []

  /// Uses a connection over which `hello` was said, and subscribes.
  init(_ daemon: consuming Daemon) {
    self.daemon = daemon
    begin()
  }

  /// Connects again to the same path, without waiting for any reply.
  init(again path: String, timeout: Duration) throws(Failure) {
    do {
      let limit = TimeLimit(.milliseconds(100))
      daemon = Daemon(try BlockingClient(connectingTo: [path], by: limit), timeout: timeout)
    } catch {
      throw Failure(error, at: path)
    }
    send(.hello, ["protocol": 1, "name": "audiosessionctl"], for: .hello)
    begin()
  }

  /// The connection's descriptor, for a poller, valid while this value lives.
  var number: CInt { daemon.number }

  var hasUnsent: Bool { daemon.hasUnsent }

  private mutating func begin() {
    send(.serverStatus, [:], for: .status)
    // The log comes first, so that the sessions of the subscription are those after it.
    send(.serverLog, ["limit": 1024], for: .log)
    send(.eventsSubscribe, ["scope": "all"], for: .subscription)
  }

  private mutating func send(_ method: Method, _ parameters: JSONValue, for purpose: Purpose) {
    pending.append((daemon.send(method, parameters), purpose))
  }

  /// Requests what the model wants to know or to be done.
  mutating func request(for model: inout Model, at now: Int64) {
    for session in model.explanationsToRequest(at: now) {
      send(.policyExplain, ["session": session.json], for: .explanation(session))
    }
    guard let session = model.eviction else { return }
    model.eviction = nil
    let label = model.sessions.rows[session]?.session.sessionLabel ?? "session \(session)"
    send(.sessionEvict, ["session": session.json], for: .eviction(label: label))
  }

  /// Sends and receives what is possible now, and tells the model what arrived.
  mutating func exchange(with model: inout Model, at now: Int64) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try daemon.exchange()
    } catch {
      // What the daemon said before it went still counts.
      failure = error
    }
    var unanswered: [(request: ClientMachine.RequestNumber, purpose: Purpose)] = []
    for (request, purpose) in pending {
      guard let reply = daemon.takeReply(to: request) else {
        unanswered.append((request, purpose))
        continue
      }
      Link.tell(&model, reply, purpose, at: now)
    }
    pending = unanswered
    while let notification = daemon.takeNotification() {
      model.take(notification, at: now)
      // The connection survived the daemon's restart, the subscription didn't.
      if notification.known == .mediaServicesWereReset { begin() }
    }
    if let failure { throw failure }
  }

  private static func tell(
    _ model: inout Model,
    _ reply: Result<JSONValue, ErrorReply>,
    _ purpose: Purpose,
    at now: Int64
  ) {
    switch (purpose, reply) {
    case (.log, .success(let log)):
      model.take(log: log.received(as: LogResult<LogEntry>.self)?.decisions ?? [])
    case (.subscription, .success(let list)):
      if let list: SessionListResult = list.received() { model.take(list, at: now) }
    case (.status, .success(let status)):
      if let status: StatusResult = status.received() { model.take(status, at: now) }
    case (.explanation(let session), let reply):
      model.take(explanation: try? reply.get().received(), of: session)
    case (.eviction(let label), .success): model.take(evictionOf: label, refusal: nil)
    case (.eviction(let label), .failure(let error)):
      model.take(evictionOf: label, refusal: error)
    case (.hello, _): break
    case (_, .failure(let error)): model.message = .init(error.sentence, .bad)
    }
  }
}
