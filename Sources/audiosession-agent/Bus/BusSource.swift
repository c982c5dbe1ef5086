import AudioSessionBus
import AudioSessionEventLoop

/// A source of events on a bus, over one connection that may end and come back.
protocol BusSource: EventSource {
  /// The purpose of a call, to which its reply is matched.
  associatedtype Purpose

  /// The time in which a call is answered.
  static var timeout: Duration { get }
  var bus: BusLink<Purpose> { get }
  /// Subscribes and asks, on a new connection.
  func begin(at now: Duration)
  func take(_ message: BusMessage<Purpose>, at now: Duration)
}

extension BusSource {
  /// Whether a connection to the bus exists or is being made.
  var isConnected: Bool { bus.isConnected }

  /// The last complaint.
  var complaint: String? { bus.complaint }

  var descriptor: CInt? { bus.descriptor }

  var generation: Int { bus.generation }

  var interest: Poller.Interest { bus.interest }

  var deadline: Duration? { bus.deadline }

  /// Connects unless there is a connection.
  func retry(at now: Duration) {
    if bus.connect(at: now) { begin(at: now) }
  }

  func dispatch(at now: Duration) { receive(at: now) }

  /// Connects again if that is due, and takes what has arrived.
  func receive(at now: Duration) {
    if bus.isRetryDue(at: now) { retry(at: now) }
    for message in bus.takeMessages(at: now) { take(message, at: now) }
  }

  func ask(_ call: BusCall, for purpose: Purpose, at now: Duration) {
    bus.send(call, for: purpose, until: now + Self.timeout)
  }

  /// Subscribes to signals by match rules.
  func subscribe(to rules: [String], _ purpose: Purpose, at now: Duration) {
    for rule in rules { ask(.addMatch(rule), for: purpose, at: now) }
  }
}
