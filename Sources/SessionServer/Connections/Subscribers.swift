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

  /// A connection's subscription; there is one at most.
  struct Mark {
    fileprivate var stream: Stream?
    /// The number that the first missed line belongs to; nil if none is missed.
    fileprivate var missed: UInt64?

    /// Whether lines were left out.
    var isBehind: Bool { missed != nil }
  }

  private var connections: [Connection] = []
  private let scheduler: Scheduler

  init(scheduler: Scheduler) { self.scheduler = scheduler }

  /// Returns whether anybody follows the stream.
  func follow(_ stream: Stream) -> Bool {
    connections.contains { $0.subscription.stream == stream }
  }

  /// Returns those that are to be sent the stream's next line.
  func readers(of stream: Stream) -> [Connection] {
    connections.filter {
      $0.subscription.stream == stream && !$0.subscription.isBehind && $0.life.hasReader
    }
  }

  /// Subscribes a connection to a stream, in place of any other.
  func add(_ connection: Connection, to stream: Stream) {
    remove(connection)
    connection.subscription.stream = stream
    connections.append(connection)
  }

  func remove(_ connection: Connection) {
    connection.subscription = Mark()
    connections.removeAll { $0 === connection }
  }

  /// Leaves out what the connection has no room for, which begins at `number`.
  func skip(_ connection: Connection, from number: UInt64) {
    connection.subscription.missed = number
    scheduler.touch(connection)
  }

  /// Returns where the part of the stream begins that the connection missed, if it missed any; it
  /// is sent the stream again from now on.
  func catchUp(_ connection: Connection, with stream: Stream) -> UInt64? {
    guard connection.subscription.stream == stream else { return nil }
    return connection.subscription.missed.take()
  }
}
