package import AudioSessionClient
package import AudioSessionJSON
import AudioSessionSystem
package import AudioSessionWire
import Glibc

/// A subscription to the daemon's decisions that survives the daemon, for verbs that also watch
/// other things: lines of standard input, other descriptors, and time.
package struct Watch: ~Copyable {
  /// What happened next.
  package enum Event {
    /// The daemon can be asked; the value is its reply to the subscription, with all sessions.
    case connected(Sent<SessionListResult>)
    case told(ClientMachine.Notification)
    /// The daemon has gone; ``connected(_:)`` follows when there is one again.
    case gone
    case line(String)
    case inputEnded
    /// Nobody reads standard output any more.
    case outputClosed
    /// This descriptor, of those that the verb watches, can be read.
    case readable(CInt)
    case timeIsOver
  }

  /// The reply to a request.
  package enum Answer {
    case granted(JSONValue)
    case refused(ErrorReply)
    /// The connection is lost; ``Event/gone`` follows.
    case none
  }

  private let invocation: Invocation
  private var daemon: Daemon?
  private var input: LineInput?
  private let prints: Bool
  private let reconnects: Bool
  private var events: [Event] = []
  /// What ends the watch once the events before it were taken.
  private var failure: Failure?
  /// The epoch of the latest subscription, from which the daemon knows that it has restarted.
  private var epoch: Epoch?
  private var wait = Watch.shortestWait
  /// When to look for the daemon again, in nanoseconds since boot.
  private var nextAttempt: Int64 = 0

  private static let shortestWait = Duration.milliseconds(100)
  private static let longestWait = Duration.seconds(1)

  /// Connects to the daemon that a command line chooses.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - waits: Whether to wait for a daemon if there is none.
  ///   - readsInput: Whether to take lines from standard input.
  ///   - prints: Whether it matters that somebody reads standard output.
  ///   - reconnects: Whether to wait for the next daemon when this one has gone.
  /// - Throws: The failure to connect, unless it is one that waiting may mend.
  package init(
    _ invocation: Invocation,
    waits: Bool = false,
    readsInput: Bool = false,
    prints: Bool = true,
    reconnects: Bool = true
  ) throws(Failure) {
    self.invocation = invocation
    self.prints = prints
    self.reconnects = reconnects
    input = readsInput ? LineInput() : nil
    do throws(Failure) {
      try connect()
    } catch {
      let isAwaited = waits && error.isAbsence || reconnects && error.isLoss
      guard isAwaited, let message = error.message else { throw error }
      StandardError.write("audiosessionctl: \(message)")
      StandardError.write("audiosessionctl: waiting for the daemon")
      nextAttempt = SystemClock.boottime + wait.nanoseconds
    }
  }

  /// The path at which the daemon was found; nil while there is none.
  package var path: String? {
    switch daemon {
    case .some(let daemon): daemon.path
    case .none: nil
    }
  }

  /// Makes a request and waits for the reply; what is told meanwhile is an event.
  package mutating func call(_ method: Method, _ parameters: JSONValue) throws(Failure) -> Answer {
    guard var present = daemon.take() else { return .none }
    do throws(Failure) {
      let reply = try present.call(method, parameters)
      daemon = consume present
      return .granted(reply)
    } catch {
      if case .client(.refused(let reply), _) = error {
        daemon = consume present
        return .refused(reply)
      }
      guard error.isAbsence else { throw error }
      lose(present.path)
      return .none
    }
  }

  /// Waits for the next event.
  ///
  /// - Parameters:
  ///   - end: When to stop waiting, in nanoseconds since boot; nil for never.
  ///   - others: Descriptors to watch as well.
  /// - Returns: The event.
  /// - Throws: A failure that waiting doesn't mend.
  package mutating func next(
    until end: Int64? = nil,
    beside others: [CInt] = []
  ) throws(Failure) -> Event {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if let failure { throw failure }
      if let line = input?.takeLine() { return .line(line) }
      if let end, end <= SystemClock.boottime { return .timeIsOver }
      var isAbsent = daemon == nil
      if isAbsent, nextAttempt <= SystemClock.boottime {
        reconnect()
        isAbsent = daemon == nil
        if !events.isEmpty { continue }
      }
      look()
      let times = [end, isAbsent ? nextAttempt : nil].compactMap { $0 }
      // A daemon that tells faster than is taken in doesn't keep a signal or the time waiting.
      let isIdle = events.isEmpty && failure == nil
      if let event = try poll(until: isIdle ? times.min() : 0, others) { return event }
    }
  }
}

/// The connection.
extension Watch {
  private mutating func connect() throws(Failure) {
    var daemon = try Daemon(invocation)
    if let epoch {
      let hello: JSONValue = ["protocol": 1, "name": "audiosessionctl", "epoch": epoch.json]
      _ = try daemon.call(.hello, hello)
    }
    try subscribe(&daemon)
    self.daemon = consume daemon
    wait = Watch.shortestWait
  }

  private mutating func subscribe(_ daemon: inout Daemon) throws(Failure) {
    // What was told until now is older than the reply; decisions are told only after it.
    while let notification = daemon.takeNotification() { events.append(.told(notification)) }
    let scope: JSONValue = ["scope": "all"]
    let reply = try daemon.call(.eventsSubscribe, scope, as: SessionListResult.self)
    epoch = reply.value.epoch
    events.append(.connected(reply))
  }

  private mutating func reconnect() {
    do throws(Failure) {
      try connect()
      StandardError.write("audiosessionctl: the daemon is back")
    } catch {
      wait = min(wait * 2, Watch.longestWait)
      nextAttempt = SystemClock.boottime + wait.nanoseconds
    }
  }

  private mutating func lose(_ path: String) {
    let place = path.printable
    daemon = nil
    guard reconnects else {
      failure = .daemonWent("the daemon at \(place) has gone away")
      return
    }
    nextAttempt = SystemClock.boottime + wait.nanoseconds
    events.append(.gone)
    StandardError.write("audiosessionctl: the daemon at \(place) has gone away; waiting for it")
  }

  /// Takes what the daemon has sent.
  private mutating func look() {
    guard var present = daemon.take() else { return }
    var failure: Failure?
    do throws(Failure) {
      try present.exchange()
    } catch {
      failure = error
    }
    while let notification = present.takeNotification() {
      events.append(.told(notification))
      guard notification.known == .mediaServicesWereReset, failure == nil else { continue }
      // The connection survived the daemon's restart, the subscription didn't.
      do throws(Failure) {
        try subscribe(&present)
      } catch {
        failure = error
      }
    }
    switch failure {
    case nil: daemon = consume present
    case let failure? where failure.isAbsence: lose(present.path)
    case let failure?: self.failure = failure
    }
  }
}

/// The wait.
extension Watch {
  private mutating func poll(until end: Int64?, _ others: [CInt]) throws(Failure) -> Event? {
    var requests = [pollfd(fd: prints ? STDOUT_FILENO : -1, events: 0, revents: 0)]
    requests.append(pollfd(fd: input.map { $0.number } ?? -1, events: Int16(POLLIN), revents: 0))
    requests += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    switch daemon {
    case .some(let daemon):
      let events = daemon.hasUnsent ? POLLIN | POLLOUT : POLLIN
      requests.append(pollfd(fd: daemon.number, events: Int16(events), revents: 0))
    case .none: break
    }
    let rest = end.map { max(0, $0 - SystemClock.boottime + 999_999) / 1_000_000 }
    let milliseconds = rest.map { CInt(clamping: $0) } ?? -1
    guard Glibc.poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return nil }
    if requests[0].revents & Int16(POLLERR | POLLHUP) != 0 { return .outputClosed }
    if requests[1].revents != 0, input?.receive() == false {
      input = nil
      return .inputEnded
    }
    return others.indices.first { requests[$0 + 2].revents != 0 }.map { .readable(others[$0]) }
  }
}

extension Failure {
  /// True if there was a daemon, which went away as it was greeted.
  fileprivate var isLoss: Bool {
    switch self {
    case .daemonWent, .client(.disconnected, _): true
    default: false
    }
  }

  /// True if there is no daemon, or none that answers.
  fileprivate var isAbsence: Bool {
    switch self {
    case .unavailable, .daemonWent, .client(.unavailable, _), .client(.disconnected, _),
      .client(.timedOut, _):
      true
    default: false
    }
  }
}
