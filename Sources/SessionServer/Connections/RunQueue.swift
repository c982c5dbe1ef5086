/// Whose requests are carried out next: the user's that took the least time of late.
///
/// It exists so that nobody can delay another noticeably, over however many connections and however
/// dear the requests are. Who asks seldom is always among the first; who asks without pause waits
/// for all others.
struct RunQueue {
  /// The time after which a turn ends, and what is ready is looked at anew, in nanoseconds.
  static let turnLength: Int64 = 10_000_000
  /// The time that one user has of a turn.
  static let userLength: Int64 = 5_000_000
  /// The time that one connection has of a turn.
  static let connectionLength: Int64 = 2_000_000
  /// How many requests of one connection a turn carries out.
  static let requestLimit = 64

  private var line: [UserShare] = []
  private var spare: [UserShare] = []

  var isEmpty: Bool { line.isEmpty }

  /// The connection has something to carry out.
  mutating func add(_ connection: Connection) {
    guard !connection.isQueued else { return }
    connection.isQueued = true
    let share = connection.share
    share.waiting.append(connection)
    join(share)
  }

  /// Takes everybody who waits.
  ///
  /// - Parameter now: The moment, in nanoseconds.
  /// - Returns: The users, the least served first.
  mutating func takeAll(at now: Int64) -> [UserShare] {
    swap(&line, &spare)
    line.removeAll(keepingCapacity: true)
    guard spare.count > 1 else { return spare }
    return spare.map { ($0.recentTime.value(at: now), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Puts a user back who was taken out, if connections of the user still wait.
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
