import AudioSessionSystem

/// Which connections come next: those with something to carry out, and, at the end of a turn, those
/// with something to send or to settle.
final class Turns {
  private var runQueue = RunQueue()
  private var dirty: [Connection] = []
  private var settled = 0
  /// The users of this turn, and the one whose connections are served.
  private var users: [UserShare] = []
  private var user = 0
  /// The user's connections that are left in this turn; −1: the user's turn hasn't begun.
  private var userLeft = -1
  private var userStart: Int64 = 0
  /// The moment, and when the turn ends, on the monotonic clock, in nanoseconds.
  private var time: Int64 = 0
  private var end: Int64 = 0
  private var isBeginning = false

  /// Whether nothing waits to be carried out.
  var isIdle: Bool { runQueue.isEmpty }

  /// The connection has something to read or to carry out.
  func enqueue(_ connection: Connection) { runQueue.add(connection) }

  /// The connection is looked at when the turn ends.
  func touch(_ connection: Connection) {
    guard !connection.isDirty, !connection.life.isClosed else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// The connection goes on in the next turn, without waiting for it to be ready.
  func postpone(_ connection: Connection) {
    guard !connection.isQueued, connection.life.isServed else { return }
    runQueue.add(connection)
    touch(connection)
  }

  /// The next connection that is to be looked at before the turn ends; nil: there is none left.
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

  /// Takes the users whose connections wait, the least served first; what comes now waits for the
  /// next turn, so that whoever is ready by then comes in between.
  func begin() {
    guard !runQueue.isEmpty else { return }
    time = SystemClock.monotonic
    isBeginning = true
    users = runQueue.takeAll(at: time)
    end = time + RunQueue.turnLength
  }

  /// The next connection whose turn it is; nil: there is none left, or the turn's time is over.
  ///
  /// - Returns: The connection, and the moment on the monotonic clock, in nanoseconds, at which
  ///   another's turn comes.
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
