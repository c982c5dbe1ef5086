/// The order in which users are served: whoever took the least time recently comes next.
///
/// It keeps any user from delaying another noticeably, over however many connections and however
/// expensive the requests are. A user who asks seldom is always among the first; one who asks
/// without pause waits for all others.
struct RunQueue {
  /// The time after which a turn ends and the poller is asked again, in nanoseconds.
  static let turnLength: Int64 = 10_000_000
  /// The time that one user has in a turn, in nanoseconds.
  static let userLength: Int64 = 5_000_000
  /// The time that one connection has in a turn, in nanoseconds.
  static let connectionLength: Int64 = 2_000_000
  /// The number of requests of one connection that a turn carries out.
  static let requestLimit = 64

  private var line: [UserShare] = []
  private var spare: [UserShare] = []

  var isEmpty: Bool { line.isEmpty }

  /// Adds a connection that has something to carry out.
  mutating func add(_ connection: Connection) {
    guard !connection.isQueued else { return }
    connection.isQueued = true
    let share = connection.share
    share.waiting.append(connection)
    join(share)
  }

  /// Takes all waiting users out of the queue.
  ///
  /// - Parameter now: The current time, in nanoseconds.
  /// - Returns: The users, the least served first.
  mutating func takeAll(at now: Int64) -> [UserShare] {
    swap(&line, &spare)
    line.removeAll(keepingCapacity: true)
    guard spare.count > 1 else { return spare }
    return spare.map { ($0.recentTime.value(at: now), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Puts a user back who was taken out, if connections of that user still wait.
  mutating func putBack(_ share: UserShare) {
    share.isInLine = false
    if !share.waiting.isEmpty { join(share) }
  }

  private mutating func join(_ share: UserShare) {
    guard !share.isInLine else { return }
    share.isInLine = true
    line.append(share)
  }
}
