import AudioSessionClient
import AudioSessionSystem
import Synchronization

/// The one connection of an application's sessions, with the thread that reads it.
///
/// Whoever calls sends by itself as much as there is room for; the thread waits for what comes, for
/// room, for the time of the next attempt or limit, and ends with the last session. Nothing of the
/// program's runs under the lock.
final class SharedConnection: Sendable {
  /// Which connection sessions share.
  struct Place: Hashable, Sendable {
    /// Where the daemon is looked for.
    let paths: [String]
    /// What the connection calls itself a part of: the daemon asks for that once for all.
    let application: String?
  }

  /// Those that sessions may join.
  private static let all = Mutex<[Place: SharedConnection]>([:])

  private let place: Place
  let state: Mutex<ConnectionState>

  private init(_ place: Place) {
    self.place = place
    state = Mutex(ConnectionState(paths: place.paths, application: place.application))
  }

  /// Adds a session to the connection of a place.
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
        // The last session has just left this one.
        all[place] = nil
      }
    }
  }

  /// Removes a session; the last one takes the connection and the thread with it.
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

  /// Has a listener told what happens to a session, until that is over.
  func add(_ listener: AsyncStream<SessionEvent>.Continuation, to key: SessionKey) {
    let number = state.withLock { $0.conversation.add(listener, to: key) }
    guard let number else { return listener.finish() }
    listener.onTermination = { [weak self] _ in
      // Handed out, for it must not go under the lock: that would call back here.
      _ = self?.state.withLock {
        $0.conversation.sessions[key]?.listeners.removeValue(forKey: number)
      }
    }
  }

  /// A number for a call that is about to begin.
  func reserveCall() -> CallNumber { state.withLock { $0.conversation.nextCallNumber() } }

  /// Begins a call; `finish` is called once, on any thread.
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

  /// Gives a call up, if it hasn't ended.
  func cancel(_ number: CallNumber) { change { $0.cancel(number) } }

  /// Changes the conversation, sends what there is to send, and tells the program what came of it.
  private func change<Result: Sendable>(_ body: (inout Conversation) -> Result) -> Result {
    let (result, callbacks) = state.withLock { state in
      let result = body(&state.conversation)
      state.hasChanged { [self] in read() }
      return (result, state.conversation.takeCallbacks())
    }
    for callback in callbacks { callback.perform() }
    return result
  }

  /// What the thread does.
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
