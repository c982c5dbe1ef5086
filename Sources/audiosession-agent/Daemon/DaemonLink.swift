import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Enforcement
import EventLoop
import Glibc

/// The connection to the daemon: the enforcer's requests and what the agent senses go out, what the
/// daemon says comes in.
final class DaemonLink: EventSource {
  /// What the loop has to know of beside the enforcer.
  enum Event {
    case daemon(DaemonEvent)
    /// The daemon knows that the machine is about to sleep, or can't be told.
    case sleepWasTold
  }

  /// What a request was for.
  enum Purpose {
    case hello, policy, subscription, attachment
    case open(OpeningID)
    case activation(UInt64)
    case report(UInt64)
    case sleep
    /// Nothing that anybody waits for.
    case other
  }

  private let paths: [String]
  /// The path that it is connected to, or that it tried last.
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
  /// Sessions of others, as far as they have a process that we are told of.
  var others: Set<UInt64> = []
  /// What `hello` and `policy.get` said; complete when the handshake is over.
  var facts = DaemonFacts(grants: [], grantedRoles: [], unduckRamp: .zero)
  /// Whether the handshake is over.
  var isConnected = false
  /// Why there is no connection; nil while there is one.
  private(set) var trouble: String?

  /// Boxed, so that it can be held while it is used and dropped meanwhile.
  private final class Connection {
    let socket: Socket

    init(_ socket: consuming Socket) { self.socket = socket }
  }

  /// - Parameter paths: Where to look, in this order.
  init(paths: [String]) { self.paths = paths }

  var descriptor: CInt? { connection?.socket.number }

  var interest: Poller.Interest { machine.hasUnsent ? [.reading, .writing] : [.reading] }

  /// What the agent senses; changes are told at once, or when there is a daemon.
  var reports = SystemReports() {
    didSet { if isConnected { tell(since: oldValue) } }
  }

  /// Connects, if it isn't connected: to the first of the paths that exists.
  func connect(at now: Duration) {
    guard connection == nil else { return }
    deadline = nil
    for path in paths {
      place = path
      do {
        connection = Connection(try Socket.connect(to: path, blocking: false))
        generation += 1
        trouble = nil
        retriesLeft = DaemonLink.retries
        return beginConversation()
      } catch {
        trouble = "\(path): \(error)"
        if error.code == ENOENT || error.code == ENOTDIR { continue }
        return retry(at: now)
      }
    }
  }

  /// Somebody may listen soon: a new file is there, and isn't served yet.
  private func retry(at now: Duration) {
    guard retriesLeft > 0 else { return }
    retriesLeft -= 1
    deadline = now + DaemonLink.retryInterval
  }

  /// A file of one of the paths has appeared.
  func socketAppeared(at now: Duration) {
    retriesLeft = DaemonLink.retries
    connect(at: now)
  }

  private static let retries = 50
  private static let retryInterval = Duration.milliseconds(100)

  func dispatch(at now: Duration) {
    guard connection != nil else {
      if let deadline, deadline <= now { connect(at: now) }
      return
    }
    receive(at: now)
    flush(at: now)
  }

  /// Sends what there is to send, as far as there is room.
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
        count = try buffer.withUnsafeMutableBytes { bytes throws(Errno) in
          try connection.socket.receive(into: bytes)
        }
      } catch {
        return lose(at: now, because: "\(error)")
      }
      guard let count else { return }
      guard count > 0 else { return lose(at: now, because: "the daemon has gone") }
      machine.append(buffer.span.extracting(first: count))
      if count < buffer.count { return }
    }
  }

  /// The connection is gone; another is tried soon, and again for a while.
  private func lose(at now: Duration, because reason: String) {
    connection = nil
    generation += 1
    machine = ClientMachine()
    forgetConversation()
    trouble = reason
    retriesLeft = DaemonLink.retries
    deadline = now + DaemonLink.retryInterval
  }

  /// Everything that the conversation was about is gone.
  func forgetConversation() {
    let waitsForSleep = purposes.values.contains { if case .sleep = $0 { true } else { false } }
    if waitsForSleep { events.append(.sleepWasTold) }
    purposes = [:]
    ours = []
    others = []
    if isConnected { events.append(.daemon(.lost)) }
    isConnected = false
  }

  /// What has happened, as far as the next message that says something: it is dealt with before the
  /// one after it is read.
  func takeEvents(at now: Duration) -> [Event] {
    do {
      while events.isEmpty, let message = try machine.nextMessage() { take(message) }
    } catch {
      lose(at: now, because: "the daemon said what it can't have: \(error)")
    }
    defer { events = [] }
    return events
  }

  func request(_ method: Method, _ parameters: JSONValue, for purpose: Purpose) {
    purposes[machine.request(method, parameters)] = purpose
  }

  /// Tells the daemon of the machine what it doesn't know.
  func tell(since former: SystemReports) {
    for (method, parameters) in reports.requests(since: former) {
      request(method, parameters, for: method == .systemSetSleeping ? .sleep : .other)
    }
  }
}
