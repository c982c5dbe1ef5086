import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem
import Glibc

/// RealtimeKit, on the system bus: grants real-time scheduling to programs of ordinary users.
///
/// It is asked when the agent starts, and when it has lost its real time. Where it is missing or
/// refuses, the agent runs at ordinary priority.
final class RealtimeKit: EventSource {
  /// The real-time priority, below the 20 of PipeWire's own threads, which carry the sound.
  private static let priority: UInt32 = 10
  /// The time it has to answer.
  private static let timeout = Duration.seconds(10)

  private let address: BusAddress
  private let complain: (String) -> Void
  /// The connection while a request is pending.
  private var connection: BusConnection<Void>?
  private(set) var generation = 0

  /// - Parameters:
  ///   - address: The system bus.
  ///   - complain: Reports why there is no real time.
  init(address: BusAddress = .system(), complain: @escaping (String) -> Void) {
    self.address = address
    self.complain = complain
  }

  var descriptor: CInt? { connection?.descriptor }

  var interest: Poller.Interest { connection?.interest ?? [] }

  var deadline: Duration? { connection?.deadline }

  /// Whether a request is pending.
  var isAsked: Bool { connection != nil }

  /// Requests real time for the process's main thread; `RLIMIT_RTTIME` has to be set before.
  func ask(at now: Duration) {
    do {
      let connection = try BusConnection<Void>(to: address)
      let call = BusCall(
        destination: RealtimeKit.name,
        path: "/org/freedesktop/RealtimeKit1",
        interface: RealtimeKit.name,
        member: "MakeThreadRealtime",
        arguments: [.uint64(UInt64(getpid())), .uint32(RealtimeKit.priority)]
      )
      connection.send(call, for: (), until: now + RealtimeKit.timeout)
      self.connection = connection
      generation += 1
    } catch {
      finish(without: error.reason)
    }
  }

  /// The consequence of not having real time, for the log.
  static let lack = "without real time a new stream may be loud for a moment on a busy machine"

  private static let name = "org.freedesktop.RealtimeKit1"

  func dispatch(at now: Duration) {
    for message in connection?.takeMessages(at: now) ?? [] {
      switch message {
      case .reply(.values, _): finish()
      case .reply(.failed(_, let explanation), _): finish(without: "RealtimeKit: \(explanation)")
      case .reply(.timedOut, _): finish(without: "RealtimeKit doesn't answer")
      case .lost(let reason): finish(without: "the system's bus is lost: \(reason)")
      case .signal, .call: break
      }
    }
  }

  private func finish(without reason: String? = nil) {
    connection = nil
    generation += 1
    if let reason { complain("\(RealtimeKit.lack): \(reason)") }
  }
}
