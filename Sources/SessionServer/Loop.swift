import Arbitration
import AudioSessionSystem
import EventLoop

/// The descriptors that the daemon waits for, each under its token, and the one timer.
///
/// Every room watches its own descriptors through it; only the server waits.
final class Loop {
  private let poller: Poller
  private var timer: BoottimeTimer

  /// A loop that watches its own timer and nothing else yet.
  init() throws(Errno) {
    poller = try Poller()
    timer = try BoottimeTimer()
    try watch(timer.number, as: .timer)
  }

  /// Watches a descriptor from now on.
  ///
  /// - Throws: `ENOSPC` or `ENOMEM`, if there is no room for another.
  func watch(
    _ number: CInt,
    for interest: Poller.Interest = .reading,
    as token: Token
  ) throws(Errno) {
    try poller.register(number, for: interest, token: token.bits)
  }

  /// Watches a descriptor for something else from now on.
  func watch(_ number: CInt, only interest: Poller.Interest, as token: Token) throws(Errno) {
    try poller.modify(number, for: interest, token: token.bits)
  }

  /// Watches a descriptor no longer; to be called before it is closed.
  func forget(_ number: CInt) throws(Errno) { try poller.remove(number) }

  /// Waits until a descriptor is ready or the time is over.
  ///
  /// - Parameter timeout: How long to wait; nil: for ever.
  /// - Returns: The number of events, to be read by ``subscript(_:)`` before the next wait.
  /// - Throws: Nothing that isn't a fault of ours.
  func wait(timeout: Duration?) throws(Errno) -> Int { try poller.wait(timeout: timeout) }

  /// One of the events of the last wait.
  subscript(_ index: Int) -> (token: Token, readiness: Poller.Readiness) {
    let event = poller[index]
    return (Token(event.token), event.readiness)
  }

  /// Arms the timer for one moment; nil disarms it.
  func armTimer(at time: Instant?) throws(Errno) { try timer.arm(at: time?.nanoseconds) }

  /// Whether the timer has expired since this was asked last.
  func takeExpiry() throws(Errno) -> Bool { try timer.takeExpiry() }
}

extension Instant {
  /// This moment, on the clock of every deadline, which goes on while the machine sleeps.
  static var now: Instant { Instant(nanoseconds: SystemClock.boottime) }

  /// The earlier of two moments that may not come; nil if neither does.
  static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
