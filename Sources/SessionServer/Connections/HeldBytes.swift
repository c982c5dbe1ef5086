import Arbitration
import ConfigurationFile

/// Room for what isn't read: how much of it a user may have, and who has too much.
///
/// Two amounts are bounded. What connections gather by themselves, a user's `BufferedBytesPerUser`
/// bounds: the connection that holds most is cut off. Answers are large, but each is asked for: a
/// large one waits until the user's earlier ones have been read, so that nobody is cut off for an
/// answer that is about to be read.
struct HeldBytes {
  /// How much each user takes up.
  var quotas = Quotas()
  /// Users with large requests that wait for answers to be read, those first that wait longest.
  private var parked: [UserShare] = []

  /// When somebody's patience ends, if anybody waits for room.
  var deadline: Instant? { parked.first?.parkedUntil }

  /// Counts what the connection holds towards its user.
  ///
  /// - Returns: The user whose connection that holds most is to be cut off, if somebody has too
  ///   much; and the connections for whose large request there is room now.
  mutating func account(
    _ connection: Connection,
    limit: Int
  ) -> (excessive: UserShare?, resumed: [Connection]) {
    let bytes = connection.bytes
    guard bytes != connection.accounted else { return (nil, []) }
    let resumed = count(bytes, connection, limit)
    if connection.share.usage.bufferedBytes > limit { return (connection.share, resumed) }
    if quotas.total.bufferedBytes > HeldBytes.users * limit {
      return (quotas.largestHolder, resumed)
    }
    return (nil, resumed)
  }

  /// The connection holds nothing any more.
  mutating func close(_ connection: Connection, limit: Int) -> [Connection] {
    count(Connection.Bytes(), connection, limit) + leave(connection)
  }

  /// Whether the user may be given one more large answer.
  func hasRoom(_ share: UserShare, limit: Int) -> Bool { share.usage.heldBytes < limit }

  /// The user who has to make room for a large answer, because all together hold more than a few
  /// would; nil if there is room.
  func excessiveHolder(limit: Int) -> UserShare? {
    quotas.total.heldBytes > HeldBytes.users * limit ? quotas.largestHolder : nil
  }

  /// The connection's large request waits until there is room.
  mutating func park(_ connection: Connection) {
    guard !connection.isParked else { return }
    connection.isParked = true
    let share = connection.share
    share.parked.append(connection)
    guard share.parkedUntil == nil else { return }
    share.parkedUntil = Instant.now.advanced(by: HeldBytes.longestParking)
    parked.append(share)
  }

  /// The connection waits for room no longer: nobody will read its answer.
  ///
  /// - Returns: The connections that go on: it, and nobody else.
  mutating func leave(_ connection: Connection) -> [Connection] {
    guard connection.isParked else { return [] }
    connection.isParked = false
    connection.share.parked.removeAll { $0 === connection }
    if connection.share.parked.isEmpty { _ = resume(connection.share) }
    return [connection]
  }

  /// A user of whom others of the same user's connections have waited for too long at `now`.
  func impatient(at now: Instant) -> UserShare? {
    guard let share = parked.first, let end = share.parkedUntil, end <= now else { return nil }
    return share
  }

  /// The user's large requests wait no longer.
  ///
  /// - Returns: The connections that go on.
  mutating func resume(_ share: UserShare) -> [Connection] {
    let waiting = share.parked
    share.parked = []
    share.parkedUntil = nil
    parked.removeAll { $0 === share }
    for connection in waiting { connection.isParked = false }
    return waiting
  }

  private mutating func count(
    _ after: Connection.Bytes,
    _ connection: Connection,
    _ limit: Int
  ) -> [Connection] {
    let before = connection.accounted
    connection.accounted = after
    quotas.bytesChanged(
      of: connection.peer.user,
      buffered: after.buffered - before.buffered,
      held: after.held - before.held
    )
    let share = connection.share
    let isFree = after.held < before.held && !share.parked.isEmpty && hasRoom(share, limit: limit)
    return isFree ? resume(share) : []
  }

  /// How many users may have all that one may have, at the same time.
  private static let users = 4
  private static let longestParking: Duration = .seconds(2)
}
