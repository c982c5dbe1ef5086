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
    /// The daemon's decisions don't count any more, for a reason that completes "lost the daemon: ".
    case lost(because: String)
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

  private var socket: RetryingSocket

  var machine = ClientMachine()
  var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  var events: [Event] = []
  /// Sessions that we opened, until the daemon says that they are closed.
  var ours: Set<UInt64> = []
  /// Sessions of other programs, as far as the daemon shows us their process.
  var others: Set<UInt64> = []
  /// A list of sessions was so long that its parts have left holes in the heap.
  var hasHadLongList = false
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

  /// - Parameter paths: The paths of sockets to try, in this order.
  init(paths: [String]) {
    socket = RetryingSocket(paths: paths, .init(interval: .milliseconds(100), retries: 50))
  }

  var descriptor: CInt? { socket.descriptor }

  var generation: Int { socket.generation }

  var deadline: Duration? { socket.deadline }

  var interest: Poller.Interest {
    if socket.lacksMemory { return [] }
    return machine.hasUnsent ? [.reading, .writing] : [.reading]
  }

  /// The path that it is connected to, or last tried.
  var place: String? { socket.place }

  /// The state of the machine; changes are reported at once, or when there is a daemon.
  var reports = SystemReports() {
    didSet { if isConnected { tell(since: oldValue) } }
  }

  /// Connects, unless connected, to the first of the paths that exists.
  func connect(at now: Duration) {
    switch socket.connect(at: now) {
    case .connected:
      trouble = refusal ?? "the daemon has yet to answer"
      beginConversation()
    case .unchanged: break
    case .failed(let reason): trouble = reason
    }
  }

  /// Connects, since a file at one of the paths has appeared.
  func socketAppeared(at now: Duration) {
    socket.hasHope()
    connect(at: now)
  }

  /// The pause after a refusal, which only an administrator or another program can change.
  private static let refusalPause = Duration.seconds(5)

  func dispatch(at now: Duration) {
    guard socket.isConnected else {
      if let deadline, deadline <= now { connect(at: now) }
      return
    }
    if let reason = socket.receive(at: now, { machine.append($0) }) {
      lose(at: now, because: reason)
    }
    flush(at: now)
  }

  /// Sends as much as the socket has room for.
  func flush(at now: Duration) {
    guard socket.isConnected, machine.hasUnsent else { return }
    do {
      try machine.flush { bytes throws(Errno) in try socket.send(bytes, at: now) }
    } catch {
      lose(at: now, because: "\(error)")
    }
  }

  /// Drops the connection; another is tried after a pause, and repeatedly for a while.
  private func lose(at now: Duration, because reason: String, for pause: Duration? = nil) {
    socket.lose(at: now, for: pause)
    machine = ClientMachine()
    forgetConversation(because: reason)
  }

  /// Forgets the conversation with the daemon, and all sessions in it.
  func forgetConversation(because reason: String) {
    let waitsForSleep = purposes.values.contains { if case .sleep = $0 { true } else { false } }
    if waitsForSleep { events.append(.sleepWasTold) }
    purposes = [:]
    ours = []
    others = []
    if isConnected { events.append(.lost(because: reason)) }
    isConnected = false
    trouble = reason
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
      if events.isEmpty, hasHadLongList {
        hasHadLongList = false
        Heap.trim()
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
