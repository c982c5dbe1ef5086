import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import House

/// The connection to the local daemon, which is made again when it is lost.
final class DaemonLink: EventSource {
  private var socket: RetryingSocket
  private var conversation: DaemonConversation?
  private let nextEpoch: () -> HouseName
  private var isBegun = false
  private var events: [DaemonEvent] = []
  /// Why there is no conversation, a sentence; nil while there is one, or one begins at first.
  private(set) var trouble: String?
  /// What the daemon has granted.
  private(set) var grants: [String] = []

  /// - Parameters:
  ///   - paths: The paths of sockets to try, in this order.
  ///   - nextEpoch: Makes the name of a conversation, which no other has had.
  init(paths: [String], nextEpoch: @escaping () -> HouseName) {
    socket = RetryingSocket(paths: paths, .init(interval: .milliseconds(500), retries: nil))
    self.nextEpoch = nextEpoch
  }

  var descriptor: CInt? { socket.descriptor }
  var generation: Int { socket.generation }
  var deadline: Duration? { socket.deadline }
  var interest: Poller.Interest {
    if socket.lacksMemory { return [] }
    return conversation?.machine.hasUnsent == true ? [.reading, .writing] : [.reading]
  }

  /// Why the daemon hasn't done what somebody wanted at a panel last; nil: it has.
  var refusal: String? { conversation?.refusal }

  /// The path that it is connected to, or last tried.
  var place: String? { socket.place }
  var isConnected: Bool { isBegun }

  /// Connects, unless connected.
  func connect(at now: Duration) {
    switch socket.connect(at: now) {
    case .connected: conversation = DaemonConversation(epoch: nextEpoch())
    case .unchanged: break
    case .failed(let reason): trouble = reason
    }
  }

  func dispatch(at now: Duration) {
    guard socket.isConnected else {
      if let deadline, deadline <= now { connect(at: now) }
      return
    }
    if let reason = socket.receive(at: now, { conversation?.machine.append($0) }) {
      lose(at: now, because: reason)
    }
    flush(at: now)
  }

  /// Takes the events of the next message that has any.
  func takeEvents(at now: Duration) -> [DaemonEvent] {
    do throws(ClientError) {
      while events.isEmpty, let new = try conversation?.nextEvents() {
        events += new
        if conversation?.isOver == true {
          lose(at: now, because: "the daemon has restarted", for: .zero)
        }
      }
    } catch {
      lose(at: now, because: "\(error)", for: .seconds(5))
    }
    for event in events { note(event) }
    defer { events = [] }
    return events
  }

  private func note(_ event: DaemonEvent) {
    switch event {
    case .connected(let facts, _):
      (isBegun, trouble, grants) = (true, nil, facts.grants.sorted())
    case .facts(let facts): grants = facts.grants.sorted()
    case .lost: isBegun = false
    default: break
    }
  }

  /// Sends what the bridge wants of the daemon.
  func perform(_ effect: BridgeEffect) { conversation?.perform(effect) }

  /// Sends as much as the socket has room for.
  func flush(at now: Duration) {
    guard conversation?.machine.hasUnsent == true else { return }
    do throws(Errno) {
      try conversation?.machine.flush { bytes throws(Errno) in try socket.send(bytes, at: now) }
    } catch {
      lose(at: now, because: "\(error)")
    }
  }

  private func lose(at now: Duration, because reason: String, for pause: Duration? = nil) {
    socket.lose(at: now, for: pause)
    conversation = nil
    trouble = reason
    grants = []
    if isBegun { events.append(.lost) }
    isBegun = false
  }
}
