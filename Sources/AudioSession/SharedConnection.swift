import AudioSessionClient
import AudioSessionSystem
import Synchronization

/// The connection that the sessions of an application share, with its thread.
///
/// A caller sends as much as there is room for. The thread receives, sends the rest, keeps the time of
/// limits and reconnections, and ends with the last session.
final class SharedConnection: Transport {
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
    _ opening: Opening
  ) -> (transport: any Transport, key: SessionKey) {
    all.withLock { all in
      while true {
        let connection = all[place] ?? SharedConnection(place)
        let key = connection.state.withLock { $0.client.add(opening) }
        if let key {
          all[place] = connection
          return (connection, key)
        }
        // The last session has just left this connection.
        all[place] = nil
      }
    }
  }

  func leave(_ key: SessionKey) {
    let isOver = change { client in
      client.remove(key)
      return client.isOver
    }
    guard isOver else { return }
    SharedConnection.all.withLock { all in
      if all[place] === self { all[place] = nil }
    }
  }

  var now: Int64 { SystemClock.boottime }

  func access<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result {
    state.withLock { body(&$0.client) }
  }

  func change<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result {
    let (result, callbacks) = state.withLock { state in
      let result = body(&state.client)
      state.hasChanged { [self] in read() }
      return (result, state.client.takeCallbacks())
    }
    for callback in callbacks { callback.perform() }
    return result
  }

  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool) {}

  /// The body of the thread.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (watch, callbacks) = state.withLock { state in
        (state.turn(&buffer), state.client.takeCallbacks())
      }
      for callback in callbacks { callback.perform() }
      guard let watch else { return }
      watch.wait()
    }
  }
}
