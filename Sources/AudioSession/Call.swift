/// Identifies a session within its connection, whether or not it is open in the daemon.
struct SessionKey: Hashable, Sendable {
  let number: UInt64
}

/// Identifies a pending call, so that it can be cancelled.
struct CallNumber: Hashable, Sendable {
  let number: UInt64
}

/// How a call ended: with the route, if it asked for that.
///
/// The status that a call leads to isn't a part of it: by the time the caller reads it, an event may
/// have made it out of date.
typealias Answer = Result<Route?, AudioSessionError>

/// A pending call; `finish` is called exactly once, whatever happens.
struct Call: Sendable {
  let session: SessionKey
  let operation: Operation
  /// The time at which the call fails with `timedOut`, in nanoseconds since boot.
  let limit: Int64
  let finish: @Sendable (Answer) -> Void
}

/// Something to call in the program once the lock is released, since the program may call back.
enum Callback: Sendable {
  case answer(Call, Answer)
  case event(AsyncStream<SessionEvent>.Continuation, SessionEvent)
  case end(AsyncStream<SessionEvent>.Continuation)

  func perform() {
    switch self {
    case .answer(let call, let answer): call.finish(answer)
    case .event(let listener, let event): listener.yield(event)
    case .end(let listener): listener.finish()
    }
  }
}
