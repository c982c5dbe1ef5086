/// A source of events for a program's loop, which runs on one thread.
package protocol EventSource: AnyObject {
  /// The descriptor to poll; nil while there is none. It may change with each ``dispatch(at:)``,
  /// and a new connection may reuse the number of an old one: ``generation`` tells them apart.
  var descriptor: CInt? { get }
  /// Changes whenever ``descriptor`` does, even if its number stays the same.
  var generation: Int { get }
  var interest: Poller.Interest { get }
  /// The latest time to ``dispatch(at:)``, since boot; nil to wait for the descriptor alone.
  var deadline: Duration? { get }
  /// Handles a ready descriptor or a passed deadline, without waiting.
  func dispatch(at now: Duration)
}
