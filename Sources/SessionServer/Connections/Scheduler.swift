import AudioSessionArbitration
import AudioSessionSystem

/// The connections to serve next: those with something to carry out, and, at the end of a turn,
/// those with something to send or to settle, and those that end.
final class Scheduler {
  /// What ends: a connection that is cut off, or a process.
  enum Ending {
    case connection(Connection)
    case process(ClientProcess)
  }

  /// A connection's part in the end of the turn.
  struct Mark {
    /// Whether the connection is to be looked at then.
    fileprivate var isDirty = false
  }

  private var runQueue = RunQueue()
  private var endings = Queue<Ending>()
  private var dirty: [Connection] = []
  private var settled = 0

  /// Whether nothing waits to be carried out.
  var isIdle: Bool { runQueue.isEmpty && endings.isEmpty }

  /// Queues something whose sessions have to end, at the end of this turn or of a later one.
  func end(_ ending: Ending) { endings.append(ending) }

  /// Returns what ends next; nil if nothing is left.
  func nextEnding() -> Ending? { endings.popFirst() }

  /// Queues a connection that has something to read or to carry out.
  func enqueue(_ connection: Connection) { runQueue.add(connection) }

  /// Marks a connection to be looked at when the turn ends.
  func touch(_ connection: Connection) {
    guard !connection.turnMark.isDirty, !connection.life.isClosed else { return }
    connection.turnMark.isDirty = true
    dirty.append(connection)
  }

  /// Queues a connection for the next turn, without waiting for it to be ready.
  func postpone(_ connection: Connection) {
    guard !connection.queueMark.isQueued, connection.life.isServed else { return }
    runQueue.add(connection)
    touch(connection)
  }

  /// Returns the next connection to look at before the turn ends; nil if none is left.
  func nextDirty() -> Connection? {
    guard settled < dirty.count else {
      dirty.forgetAll()
      settled = 0
      return nil
    }
    let connection = dirty[settled]
    settled += 1
    connection.turnMark.isDirty = false
    return connection
  }

  /// Takes the users whose connections wait into the turn that begins.
  func begin() { if !runQueue.isEmpty { runQueue.begin(at: SystemClock.monotonic) } }

  /// Returns the next connection to serve; nil if none is left or the turn's time is over.
  ///
  /// - Returns: The connection, and the time on the monotonic clock, in nanoseconds, at which it
  ///   must give way to another.
  func next() -> (connection: Connection, timeLimit: Int64)? {
    runQueue.next(at: SystemClock.monotonic)
  }
}
