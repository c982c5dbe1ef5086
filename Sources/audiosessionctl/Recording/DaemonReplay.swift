import AudioSessionArbitration
import AudioSessionClient
import AudioSessionRecording
import AudioSessionSystem
import AudioSessionWire

/// Brings the events of a recording about in a fresh daemon, and compares what it decides.
///
/// While a lease or an offer runs, the pace is the recorded one; otherwise nothing waits.
final class DaemonReplay {
  /// A connection that stays open while others are used.
  private final class Connection {
    var client: BlockingClient

    init(to path: String, by limit: TimeLimit) throws(ClientError) {
      client = try BlockingClient(connectingTo: [path], by: limit)
    }
  }

  private var retelling: Retelling
  private let daemon: FreshDaemon
  private let recorder: Connection
  private var connections: [Retelling.Client: Connection] = [:]
  private let timeout: Duration
  private var former: RecordedEvent?
  /// What the daemon recorded, as far as it wasn't compared.
  private var lines: [JSONValue] = []
  /// While a lease or an offer runs: a recorded time, and the time now that corresponds to it.
  private var pace: (recorded: Instant, own: Int64)?

  /// Starts the daemon with the recorded policy.
  init(
    _ start: RecordedState,
    _ retelling: Retelling,
    program: String,
    timeout: Duration
  ) throws(Failure) {
    self.retelling = retelling
    self.timeout = timeout
    let configuration = FreshDaemon.configuration(start.state.policy, retelling)
    daemon = try FreshDaemon(program, configuration)
    let path = daemon.socketPath
    do throws(ClientError) {
      recorder = try Connection(to: path, by: TimeLimit(timeout))
      _ = try recorder.client.call(.eventsRecord, by: TimeLimit(timeout))
    } catch {
      throw Failure(error, at: path)
    }
  }

  /// Brings the next event about.
  ///
  /// - Parameters:
  ///   - recorded: The event.
  ///   - step: What ``step(for:)`` returned for it.
  /// - Returns: The difference, if the daemon decides otherwise.
  /// - Throws: ``Failure/client(_:at:)`` if the daemon doesn't answer as it should.
  func take(
    _ recorded: RecordedEvent,
    by step: Retelling.Step
  ) throws(Failure) -> Replay.Difference? {
    defer { former = recorded }
    if step == .nothing { return nil }
    let wait = timeLeft(until: recorded.at)
    if step != .wait { try rest(wait) }
    let start = SystemClock.boottime
    try carryOut(step)
    let limit = TimeLimit(step == .wait ? wait + timeout : timeout)
    let found = try decision(about: recorded.event, by: limit)
    keepPace(recorded, start)
    return difference(recorded, found)
  }

  /// What has to be done so that an event happens.
  func step(for recorded: RecordedEvent) throws(Retelling.Obstacle) -> Retelling.Step {
    try retelling.step(for: recorded)
  }

  /// The time until an event is to happen.
  private func timeLeft(until recorded: Instant) -> Duration {
    guard let pace else { return .zero }
    let passed = Duration.nanoseconds(SystemClock.boottime - pace.own)
    return max(.zero, recorded.duration(since: pace.recorded) - passed)
  }

  /// Begins to keep the recorded pace where a deadline is set, and stops where none is left.
  private func keepPace(_ recorded: RecordedEvent, _ start: Int64) {
    let wakes = (recorded.decision["effects"]?.array ?? []).filter { $0["effect"] == "wake" }
    guard let wake = wakes.last else { return }
    pace = wake["at"].map { _ in pace ?? (recorded.at, start) }
  }

  private func carryOut(_ step: Retelling.Step) throws(Failure) {
    switch step {
    case .nothing, .wait: break
    case .request(let client, let method, let parameters):
      _ = try ask(connection(of: client), method, parameters)
    case .open(let client, let id, let application, let parameters):
      let connection = try connection(of: client)
      var hello: [JSONValue.Member] = [.init("protocol", 1)]
      if let application { hello.append(.init("application", .string(application))) }
      _ = try ask(connection, .hello, .object(hello))
      let opened = try ask(connection, .sessionOpen, parameters)
      retelling.numbers[id] = opened?["session"]?.integer.flatMap { UInt64(exactly: $0) }
    case .end(let client): connections[client] = nil
    case .reload(let policy):
      try daemon.reload(FreshDaemon.configuration(policy, retelling))
    }
  }

  private func connection(of client: Retelling.Client) throws(Failure) -> Connection {
    if let known = connections[client] { return known }
    do {
      let connection = try Connection(to: daemon.socketPath, by: TimeLimit(timeout))
      connections[client] = connection
      return connection
    } catch {
      throw Failure(error, at: daemon.socketPath)
    }
  }

  /// Makes a request; nil if the rules refuse it.
  private func ask(
    _ connection: Connection,
    _ method: Method,
    _ parameters: JSONValue
  ) throws(Failure) -> JSONValue? {
    do {
      return try connection.client.call(method, parameters, by: TimeLimit(timeout))
    } catch .refused(let error) where error.rule != nil {
      return nil
    } catch {
      throw Failure(error, at: daemon.socketPath)
    }
  }

  /// Lets time pass, and keeps what the daemon records meanwhile.
  private func rest(_ duration: Duration) throws(Failure) {
    let limit = TimeLimit(duration)
    while let line = try nextLine(by: limit) { lines.append(line) }
  }

  /// The next line that the daemon records; nil if none comes in time.
  private func nextLine(by limit: TimeLimit) throws(Failure) -> JSONValue? {
    do {
      while true {
        let notification = try recorder.client.nextNotification(by: limit)
        if let line = notification.params["line"] { return line }
      }
    } catch .timedOut {
      return nil
    } catch {
      throw Failure(error, at: daemon.socketPath)
    }
  }

  /// The decision about the next event, if it is of the same kind as the recorded one.
  private func decision(
    about event: Event,
    by limit: TimeLimit
  ) throws(Failure) -> JSONValue {
    let name = event.json["event"]
    while let line = lines.isEmpty ? try nextLine(by: limit) : lines.removeFirst() {
      let found = line["event"]?["event"]
      // The timer may ask too early, which is no decision.
      let isIdle = found == "timePassed" && line["decision"]?["expiry"] == nil
      if found == name { return line["decision"] ?? .null }
      if !isIdle { return ["instead": line["event"] ?? .null] }
    }
    return .null
  }

  /// Compares the decisions but for the numbers and times that each daemon has of its own.
  private func difference(
    _ recorded: RecordedEvent,
    _ found: JSONValue
  ) -> Replay.Difference? {
    let numbers = (recorded.decision["seq"]?.integer, found["seq"]?.integer)
    if retelling.offset == nil, let old = numbers.0, let new = numbers.1 {
      retelling.offset = UInt64(clamping: old - new)
    }
    var names: [String: JSONValue] = [:]
    for (id, number) in retelling.numbers { names["\(number)"] = id.json }
    var expected = recorded
    expected.decision = DaemonReplay.comparable(recorded.decision, ["seq": numbers.0], [:])
    let seq = numbers.1.map { numbers.0 ?? $0 }
    let replayed = DaemonReplay.comparable(found, ["seq": seq], names)
    guard replayed != expected.decision else { return nil }
    return Replay.Difference(before: former, recorded: expected, replayed: replayed)
  }

  /// A decision with other numbers of sessions, and without the times of deadlines.
  private static func comparable(
    _ decision: JSONValue,
    _ seq: [String: Int64?],
    _ sessions: [String: JSONValue]
  ) -> JSONValue {
    func renamed(_ name: String, _ value: JSONValue) -> JSONValue {
      switch value {
      case .number(let text) where ["session", "by", "lease", "offer"].contains(name):
        sessions[text] ?? value
      case .array(let list): .array(list.map { renamed("", $0) })
      case .object(let members):
        .object(
          members.filter { $0.name != "at" }.map { .init($0.name, renamed($0.name, $0.value)) }
        )
      default: value
      }
    }
    guard let members = decision.members else { return decision }
    return .object(
      members.map { member in
        guard let number = seq[member.name] else {
          return .init(member.name, renamed(member.name, member.value))
        }
        return .init(member.name, number.map { .number("\($0)") } ?? .null)
      }
    )
  }
}
