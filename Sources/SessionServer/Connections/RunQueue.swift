import AudioSessionArbitration

/// The order in which users are served: whoever took the least time recently comes next.
///
/// It keeps any user from delaying another noticeably, over however many connections and however
/// expensive the requests are. A user who asks seldom is always among the first; one who asks
/// without pause waits for all others.
struct RunQueue {
  /// A connection's part in the queue.
  struct Mark {
    fileprivate(set) var isQueued = false
  }

  /// The time after which a turn ends and the poller is asked again, in nanoseconds.
  static let turnLength: Int64 = 10_000_000
  /// The time that one user has in a turn, in nanoseconds: no more, so that many users who all come
  /// at once don't keep one waiting who needs little.
  private static let userLength: Int64 = 2_000_000
  /// The time that a turn has for each kind of other work, in nanoseconds: what is accepted, due or
  /// ends.
  static let otherLength: Int64 = 5_000_000
  /// The number of requests of one connection that a turn carries out.
  static let requestLimit = 64

  private var line: [UserShare] = []
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

  var isEmpty: Bool { line.isEmpty }

  /// Adds a connection that has something to carry out.
  mutating func add(_ connection: Connection) {
    guard !connection.queueMark.isQueued else { return }
    connection.queueMark.isQueued = true
    let share = connection.share
    share.waiting.append(connection)
    join(share)
  }

  /// Begins a turn: takes the users who wait, the least served first.
  ///
  /// Later arrivals wait for the next turn, so that connections that are ready by then get their
  /// turn in between.
  ///
  /// - Parameter now: The current time, on the monotonic clock, in nanoseconds.
  mutating func begin(at now: Int64) {
    time = now
    end = now + RunQueue.turnLength
    isBeginning = true
    swap(&line, &users)
    guard users.count > 1 else { return }
    users = users.map { ($0.recentTime.value(at: now), $0) }.sorted { $0.0 < $1.0 }.map { $0.1 }
  }

  /// Returns the next connection of the turn; nil if none is left or the turn's time is over.
  ///
  /// - Parameter now: The current time, on the monotonic clock, in nanoseconds.
  /// - Returns: The connection, and the time at which it must give way to another.
  mutating func next(
    at now: @autoclosure () -> Int64
  ) -> (connection: Connection, timeLimit: Int64)? {
    guard user < users.count else { return nil }
    if isBeginning { isBeginning = false } else { time = now() }
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
        connection.queueMark.isQueued = false
        return (connection, userStart + RunQueue.userLength)
      }
      if userLeft >= 0 { share.recentTime.add(time - userStart, at: time) }
      userLeft = -1
      putBack(share)
      user += 1
    }
    users.forgetAll()
    user = 0
    return nil
  }

  /// Puts a user back who was taken out, if connections of that user still wait.
  private mutating func putBack(_ share: UserShare) {
    share.isInLine = false
    if !share.waiting.isEmpty { join(share) }
  }

  private mutating func join(_ share: UserShare) {
    guard !share.isInLine else { return }
    share.isInLine = true
    line.append(share)
  }
}
