import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Enforcement
import Glibc

/// The connection to the daemon: sends the enforcer's requests and the machine's state, and
/// receives the daemon's messages.
final class DaemonLink: EventSource {
  /// An event for the loop, or for the enforcer.
  enum Event {
    case daemon(DaemonEvent)
    /// The daemon has been told that the machine is about to sleep, or can't be.
    case sleepWasTold
  }

  /// The purpose of a request, to which its reply is matched.
  enum Purpose {
    case hello, policy, subscription, attachment
    case open(OpeningID)
    case activation(UInt64)
    case configuration(UInt64)
    case report(UInt64)
    case sleep
    /// Nobody waits for the reply.
    case other

    /// The method, if it belongs to the handshake.
    var handshake: Method? {
      switch self {
      case .hello: .hello
      case .policy: .policyGet
      case .subscription: .eventsSubscribe
      case .attachment: .enforcementAttach
      case .open, .activation, .configuration, .report, .sleep, .other: nil
      }
    }
  }

  private let paths: [String]
  /// The path that it is connected to, or last tried.
  private(set) var place: String?
  private var connection: Connection?
  private(set) var generation = 0
  private var retriesLeft = 0
  private(set) var deadline: Duration?
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  var machine = ClientMachine()
  var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  var events: [Event] = []
  /// Sessions that we opened, until the daemon says that they are closed.
  var ours: Set<UInt64> = []
  /// Sessions of other programs, as far as the daemon shows us their process.
  var others: Set<UInt64> = []
  /// The results of `hello` and `policy.get`; complete after the handshake.
  var facts = DaemonFacts(grants: [], grantedRoles: [], unduckRamp: .zero)
  /// Whether the handshake is over.
  var isConnected = false {
    didSet { if isConnected { (trouble, refusal) = (nil, nil) } }
  }
  /// The reason that it isn't connected; nil while it is.
  private(set) var trouble: String?
  /// The daemon's refusal of a request of the handshake; nil once all are granted.
  private(set) var refusal: String?

  /// Boxed, so that it can be dropped while a caller still uses it.
  private final class Connection {
    let socket: Socket

    init(_ socket: consuming Socket) { self.socket = socket }
  }

  /// - Parameter paths: The paths of sockets to try, in this order.
  init(paths: [String]) { self.paths = paths }

  var descriptor: CInt? { connection?.socket.number }

  var interest: Poller.Interest { machine.hasUnsent ? [.reading, .writing] : [.reading] }

  /// The state of the machine; changes are reported at once, or when there is a daemon.
  var reports = SystemReports() {
    didSet { if isConnected { tell(since: oldValue) } }
  }

  /// Connects, unless connected, to the first of the paths that exists.
  func connect(at now: Duration) {
    guard connection == nil else { return }
    deadline = nil
    for path in paths {
      place = path
      do {
        connection = Connection(try Socket.connect(to: path, blocking: false))
        generation += 1
        trouble = refusal ?? "the daemon has yet to answer"
        retriesLeft = DaemonLink.retries
        return beginConversation()
      } catch {
        trouble = "\(path): \(error)"
        if error.code == ENOENT || error.code == ENOTDIR { continue }
        return retry(at: now)
      }
    }
  }

  /// Tries again soon: the socket's file exists, and may be served in a moment.
  private func retry(at now: Duration) {
    guard retriesLeft > 0 else { return }
    retriesLeft -= 1
    deadline = now + DaemonLink.retryInterval
  }

  /// Connects, since a file at one of the paths has appeared.
  func socketAppeared(at now: Duration) {
    retriesLeft = DaemonLink.retries
    connect(at: now)
  }

  private static let retries = 50
  private static let retryInterval = Duration.milliseconds(100)
  /// The pause after a refusal, which only an administrator or another program can change.
  private static let refusalPause = Duration.seconds(5)

  func dispatch(at now: Duration) {
    guard connection != nil else {
      if let deadline, deadline <= now { connect(at: now) }
      return
    }
    receive(at: now)
    flush(at: now)
  }

  /// Sends as much as the socket has room for.
  func flush(at now: Duration) {
    guard let connection, machine.hasUnsent else { return }
    do {
      try machine.flush { bytes throws(Errno) in try connection.socket.send(bytes) ?? 0 }
    } catch {
      lose(at: now, because: "\(error)")
    }
  }

  private func receive(at now: Duration) {
    while let connection {
      let count: Int?
      do {
        count = try connection.socket.receive(into: &buffer)
      } catch {
        return lose(at: now, because: "\(error)")
      }
      guard let count else { return }
      guard count > 0 else { return lose(at: now, because: "the daemon closed the connection") }
      buffer.withUnsafeBufferPointer { machine.append($0.extracting(..<count).span) }
      if count < buffer.count { return }
    }
  }

  /// Drops the connection; another is tried after a pause, and repeatedly for a while.
  private func lose(
    at now: Duration,
    because reason: String,
    for pause: Duration = DaemonLink.retryInterval
  ) {
    connection = nil
    generation += 1
    machine = ClientMachine()
    forgetConversation()
    trouble = reason
    retriesLeft = DaemonLink.retries
    deadline = now + pause
  }

  /// Forgets the conversation with the daemon, and all sessions in it.
  func forgetConversation() {
    let waitsForSleep = purposes.values.contains { if case .sleep = $0 { true } else { false } }
    if waitsForSleep { events.append(.sleepWasTold) }
    purposes = [:]
    ours = []
    others = []
    if isConnected { events.append(.daemon(.lost)) }
    isConnected = false
  }

  /// Takes the events of the next message that has any: they are handled before a further message
  /// is read.
  func takeEvents(at now: Duration) -> [Event] {
    do {
      while events.isEmpty, let message = try machine.nextMessage() {
        guard let refusal = take(message) else { continue }
        self.refusal = refusal
        lose(at: now, because: refusal, for: DaemonLink.refusalPause)
      }
    } catch {
      lose(at: now, because: "the daemon broke the protocol: \(error)")
    }
    defer { events = [] }
    return events
  }

  func request(_ method: Method, _ parameters: JSONValue, for purpose: Purpose) {
    purposes[machine.request(method, parameters)] = purpose
  }

  /// Reports the machine's changes since `former` to the daemon.
  func tell(since former: SystemReports) {
    for (method, parameters) in reports.requests(since: former) {
      request(method, parameters, for: method == .systemSetSleeping ? .sleep : .other)
    }
  }
}
