/// What a session belongs to a connection by, within the program.
struct SessionKey: Hashable, Sendable {
  let number: UInt64
}

/// What a call is known by while it is under way, so that it can be given up.
struct CallNumber: Hashable, Sendable {
  let number: UInt64
}

/// What a call ends with.
struct Reply: Equatable, Sendable {
  var status: SessionStatus
  /// There if it was asked for.
  var route: Route?
}

typealias Answer = Result<Reply, AudioSessionError>

/// A call under way; it is finished once, whatever happens.
struct Call: Sendable {
  let session: SessionKey
  let operation: Operation
  /// When it has taken too long, as nanoseconds since boot.
  let limit: Int64
  let finish: @Sendable (Answer) -> Void
}

/// What is to be told to the program, once the lock is free: it may call back at once.
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
