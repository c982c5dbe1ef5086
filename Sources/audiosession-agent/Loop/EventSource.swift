import EventLoop

/// Something outside that the agent's loop waits for; one thread, so that nothing is shared.
protocol EventSource: AnyObject {
  /// The kernel's number to wait on now; nil while there is nothing to wait on. It may change with
  /// each ``dispatch(at:)``, and a new connection may bear the number of an old one: ``generation``
  /// tells them apart.
  var descriptor: CInt? { get }
  /// Changes whenever ``descriptor`` is another one, even of the same number.
  var generation: Int { get }
  var interest: Poller.Interest { get }
  /// When to ``dispatch(at:)`` at the latest, as time since boot; nil: only when it is ready.
  var deadline: Duration? { get }
  /// Does what there is to do, without waiting; the descriptor is ready, or the deadline has come.
  func dispatch(at now: Duration)
}
