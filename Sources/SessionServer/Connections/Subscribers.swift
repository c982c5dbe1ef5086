/// The connections that follow a stream of lines: all decisions, or all events.
///
/// A reader who is behind isn't cut off. It misses lines until it has read those before them, and
/// is then sent the state.
final class Subscribers {
  enum Stream {
    /// What `events.subscribe` with the scope `all` asks for.
    case decisions
    /// What `events.record` asks for.
    case events
  }

  /// What a connection has to know of its subscription.
  struct Mark {
    /// Whether lines were left out.
    fileprivate(set) var isBehind = false
  }

  /// A connection's subscription; there is one at most.
  private struct Subscription {
    let connection: Connection
    let stream: Stream
    /// The number that the first missed line belongs to; nil if none is missed.
    var missed: UInt64? { didSet { connection.subscription.isBehind = missed != nil } }
  }

  private var subscriptions: [Subscription] = []
  private let scheduler: Scheduler

  init(scheduler: Scheduler) { self.scheduler = scheduler }

  /// Returns whether anybody follows the stream.
  func follow(_ stream: Stream) -> Bool { subscriptions.contains { $0.stream == stream } }

  /// Returns those that are to be sent the stream's next line.
  func readers(of stream: Stream) -> [Connection] {
    subscriptions.filter {
      $0.stream == stream && $0.missed == nil && $0.connection.life.hasReader
    }.map { $0.connection }
  }

  /// Subscribes a connection to a stream, in place of any other.
  func add(_ connection: Connection, to stream: Stream) {
    remove(connection)
    subscriptions.append(Subscription(connection: connection, stream: stream))
  }

  func remove(_ connection: Connection) {
    connection.subscription = Mark()
    subscriptions.removeAll { $0.connection === connection }
  }

  /// Leaves out what the connection has no room for, which begins at `number`.
  func skip(_ connection: Connection, from number: UInt64) {
    guard let place = place(of: connection) else { return }
    subscriptions[place].missed = number
    scheduler.touch(connection)
  }

  /// Returns where the part of the stream begins that the connection missed, if it missed any; it
  /// is sent the stream again from now on.
  func catchUp(_ connection: Connection, with stream: Stream) -> UInt64? {
    guard let place = place(of: connection), subscriptions[place].stream == stream else {
      return nil
    }
    return subscriptions[place].missed.take()
  }

  private func place(of connection: Connection) -> Int? {
    subscriptions.firstIndex { $0.connection === connection }
  }
}
