import AudioSessionSystem

/// The connections to serve next: those with something to carry out, and, at the end of a turn,
/// those with something to send or to settle.
final class Turns {
  private var runQueue = RunQueue()
  private var dirty: [Connection] = []
  private var settled = 0
  /// The users of this turn, and the index of the one being served.
  private var users: [UserShare] = []
  private var user = 0
  /// The number of the user's connections left in this turn; −1 if the user's turn hasn't begun.
  private var userLeft = -1
  private var userStart: Int64 = 0
  /// The current time and the end of the turn, on the monotonic clock, in nanoseconds.
  private var time: Int64 = 0
  private var end: Int64 = 0
  private var isBeginning = false

  /// Whether nothing waits to be carried out.
  var isIdle: Bool { runQueue.isEmpty }

  /// Queues a connection that has something to read or to carry out.
  func enqueue(_ connection: Connection) { runQueue.add(connection) }

  /// Marks a connection to be looked at when the turn ends.
  func touch(_ connection: Connection) {
    guard !connection.isDirty, !connection.life.isClosed else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// Queues a connection for the next turn, without waiting for it to be ready.
  func postpone(_ connection: Connection) {
    guard !connection.isQueued, connection.life.isServed else { return }
    runQueue.add(connection)
    touch(connection)
  }

  /// Returns the next connection to look at before the turn ends; nil if none is left.
  func nextDirty() -> Connection? {
    guard settled < dirty.count else {
      dirty.removeAll(keepingCapacity: true)
      settled = 0
      return nil
    }
    defer { settled += 1 }
    dirty[settled].isDirty = false
    return dirty[settled]
  }

  /// Takes the users whose connections wait, the least served first; later arrivals wait for the
  /// next turn, so that connections that are ready by then get their turn in between.
  func begin() {
    guard !runQueue.isEmpty else { return }
    time = SystemClock.monotonic
    isBeginning = true
    users = runQueue.takeAll(at: time)
    end = time + RunQueue.turnLength
  }

  /// Returns the next connection to serve; nil if none is left or the turn's time is over.
  ///
  /// - Returns: The connection, and the time on the monotonic clock, in nanoseconds, at which it
  ///   must give way to another.
  func next() -> (connection: Connection, timeLimit: Int64)? {
    guard user < users.count else { return nil }
    if isBeginning { isBeginning = false } else { time = SystemClock.monotonic }
    while user < users.count {
      let share = users[user]
      if userLeft < 0, time < end {
        share.hasHadLarge = false
        userLeft = share.waiting.count
        userStart = time
      }
      if userLeft > 0, time - userStart < RunQueue.userLength,
        let connection = share.waiting.popFirst()
      {
        userLeft -= 1
        connection.isQueued = false
        return (connection, time + RunQueue.connectionLength)
      }
      if userLeft >= 0 { share.recentTime.add(time - userStart, at: time) }
      userLeft = -1
      runQueue.putBack(share)
      user += 1
    }
    users.removeAll(keepingCapacity: true)
    user = 0
    return nil
  }
}
