import AudioSessionSystem
import EventLoop
import Glibc

/// RealtimeKit, on the system's bus: grants real time to a user's program that may not take it itself.
///
/// It is asked once, by whoever needs it. Where there is none, or it refuses, the program runs as
/// everybody's does.
final class RealtimeKit: EventSource {
  /// Below the 20 that PipeWire's own threads ask it for: these carry the sound.
  static let priority: UInt32 = 10
  /// How long it has to answer.
  static let timeout = Duration.seconds(10)

  private let address: BusAddress
  private let complain: (String) -> Void
  /// While it is being asked.
  private var connection: BusConnection<Void>?
  private(set) var generation = 0

  /// - Parameters:
  ///   - address: The system's bus.
  ///   - complain: Takes a sentence about why there is no real time.
  init(address: BusAddress = .system(), complain: @escaping (String) -> Void) {
    self.address = address
    self.complain = complain
  }

  var descriptor: CInt? { connection?.descriptor }

  var interest: Poller.Interest { connection?.interest ?? [] }

  var deadline: Duration? { connection?.deadline }

  /// Whether its answer is waited for.
  var isAsked: Bool { connection != nil }

  /// Asks for real time for the process's first thread, which has to have limited how long it runs
  /// at a stretch (`RLIMIT_RTTIME`).
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

  /// What it means not to have it, for people.
  static let lack = "without real time a new stream may be loud for a moment on a busy machine"

  private static let name = "org.freedesktop.RealtimeKit1"

  func dispatch(at now: Duration) {
    for message in connection?.takeMessages(at: now) ?? [] {
      switch message {
      case .reply(.values, _): finish()
      case .reply(.failed(_, let explanation), _): finish(without: "RealtimeKit: \(explanation)")
      case .reply(.timedOut, _): finish(without: "RealtimeKit doesn't answer")
      case .lost(let reason): finish(without: "the system's bus is lost: \(reason)")
      case .signal: break
      }
    }
  }

  private func finish(without reason: String? = nil) {
    connection = nil
    generation += 1
    if let reason { complain("\(RealtimeKit.lack): \(reason)") }
  }
}
