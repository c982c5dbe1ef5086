import AudioSessionArbitration
import AudioSessionEventLoop
import AudioSessionSystem

/// The descriptors that the daemon polls, each with its token, and the daemon's only timer.
///
/// Every layer registers its own descriptors here; only the server waits.
final class Loop {
  private let poller: Poller
  private var timer: BoottimeTimer

  /// Creates a loop that watches only its own timer.
  init() throws(Errno) {
    poller = try Poller()
    timer = try BoottimeTimer()
    try watch(timer.number, as: .timer)
  }

  /// Starts watching a descriptor.
  ///
  /// - Throws: `ENOSPC` or `ENOMEM` if there is no room for another descriptor.
  func watch(
    _ number: CInt,
    for interest: Poller.Interest = .reading,
    as token: Token
  ) throws(Errno) {
    try poller.register(number, for: interest, token: token.bits)
  }

  /// Changes the events that a descriptor is watched for.
  func watch(_ number: CInt, only interest: Poller.Interest, as token: Token) throws(Errno) {
    try poller.modify(number, for: interest, token: token.bits)
  }

  /// Stops watching a descriptor; must be called before the descriptor is closed.
  func forget(_ number: CInt) throws(Errno) { try poller.remove(number) }

  /// Waits until a descriptor is ready or the timeout has expired.
  ///
  /// - Parameter timeout: The longest time to wait; nil to wait without a limit.
  /// - Returns: The number of events, which ``subscript(_:)`` returns until the next wait.
  /// - Throws: Only errors that are bugs in the daemon.
  func wait(timeout: Duration?) throws(Errno) -> Int { try poller.wait(timeout: timeout) }

  /// One of the events of the last wait.
  subscript(_ index: Int) -> (token: Token, readiness: Poller.Readiness) {
    let event = poller[index]
    return (Token(event.token), event.readiness)
  }

  /// Sets the timer to expire at `time`; nil disarms it.
  func armTimer(at time: Instant?) throws(Errno) { try timer.arm(at: time?.nanoseconds) }

  /// Returns whether the timer has expired since the previous call.
  func takeExpiry() throws(Errno) -> Bool { try timer.takeExpiry() }
}

extension Instant {
  /// The current time, on the clock that all deadlines use, which keeps running during system
  /// sleep.
  static var now: Instant { Instant(nanoseconds: SystemClock.boottime) }

  /// Returns the earlier of two optional times, or nil if both are nil.
  static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
