import AudioSessionClient
import AudioSessionSystem
import Synchronization

/// The connection that the sessions of an application share, with its thread.
///
/// A caller sends as much as there is room for. The thread receives, sends the rest, keeps the time of
/// limits and reconnections, and ends with the last session. No code of the program runs under the
/// lock.
final class SharedConnection: Sendable {
  /// Identifies the connection that a session belongs to.
  struct Place: Hashable, Sendable {
    /// The socket paths to try, in order.
    let paths: [String]
    /// The application's name, which the daemon accepts once per connection.
    let application: String?
  }

  /// The connections in use.
  private static let all = Mutex<[Place: SharedConnection]>([:])

  private let place: Place
  let state: Mutex<ConnectionState>

  private init(_ place: Place) {
    self.place = place
    state = Mutex(ConnectionState(paths: place.paths, application: place.application))
  }

  /// Adds a session to the connection of this place, which is made if there is none.
  static func join(
    _ place: Place,
    _ opening: Opening,
    restoresConfiguration: Bool
  ) -> (connection: SharedConnection, key: SessionKey) {
    all.withLock { all in
      while true {
        let connection = all[place] ?? SharedConnection(place)
        let key = connection.state.withLock {
          $0.conversation.add(opening, restoresConfiguration: restoresConfiguration)
        }
        if let key {
          all[place] = connection
          return (connection, key)
        }
        // The last session has just left this connection.
        all[place] = nil
      }
    }
  }

  /// Removes a session; connection and thread end with the last one.
  func leave(_ key: SessionKey) {
    let isOver = change { conversation in
      conversation.remove(key)
      return conversation.isOver
    }
    guard isOver else { return }
    SharedConnection.all.withLock { all in
      if all[place] === self { all[place] = nil }
    }
  }

  func status(of key: SessionKey) -> SessionStatus {
    state.withLock { $0.conversation.sessions[key]?.status } ?? SessionStatus()
  }

  /// Sends a session's events to a listener until the session is closed.
  func add(_ listener: AsyncStream<SessionEvent>.Continuation, to key: SessionKey) {
    let number = state.withLock { $0.conversation.add(listener, to: key) }
    guard let number else { return listener.finish() }
    listener.onTermination = { [weak self] _ in
      // Returned, so that it is released after the lock: its release may call this closure again.
      _ = self?.state.withLock {
        $0.conversation.sessions[key]?.listeners.removeValue(forKey: number)
      }
    }
  }

  /// Returns a number for a call that is about to begin.
  func reserveCall() -> CallNumber { state.withLock { $0.conversation.nextCallNumber() } }

  /// Begins a call; `finish` is called exactly once, on any thread.
  func begin(
    _ operation: Operation,
    _ number: CallNumber,
    of key: SessionKey,
    within limit: Duration,
    _ finish: @escaping @Sendable (Answer) -> Void
  ) {
    let now = SystemClock.boottime
    let call = Call(
      session: key,
      operation: operation,
      limit: now + limit.nanoseconds,
      finish: finish
    )
    change { $0.begin(call, number, at: now) }
  }

  /// Cancels a call that hasn't ended.
  func cancel(_ number: CallNumber) { change { $0.cancel(number) } }

  /// Changes the conversation, sends, and performs the callbacks that result.
  private func change<Result: Sendable>(_ body: (inout Conversation) -> Result) -> Result {
    let (result, callbacks) = state.withLock { state in
      let result = body(&state.conversation)
      state.hasChanged { [self] in read() }
      return (result, state.conversation.takeCallbacks())
    }
    for callback in callbacks { callback.perform() }
    return result
  }

  /// The body of the thread.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (watch, callbacks) = state.withLock { state in
        (state.turn(&buffer), state.conversation.takeCallbacks())
      }
      for callback in callbacks { callback.perform() }
      guard let watch else { return }
      watch.wait()
    }
  }
}
