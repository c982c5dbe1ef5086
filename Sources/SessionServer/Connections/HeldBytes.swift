import AudioSessionArbitration
import AudioSessionConfigurationFile

/// Limits on unread data: how much of it a user may have, and which user has too much.
///
/// Two amounts are bounded. `BufferedBytesPerUser` bounds what a user's connections accumulate by
/// themselves: the connection that holds the most is cut off. Replies are large, but each is asked
/// for: a large one waits until the user's earlier ones have been read, so that no connection is
/// cut off for a reply that is about to be read.
struct HeldBytes {
  /// What of a connection was counted towards its user.
  struct Mark {
    /// Unread and unsent bytes, as last counted.
    fileprivate(set) var accounted = Connection.Bytes()
    /// Whether its large request waits for the user's other replies to be read.
    fileprivate(set) var isParked = false
  }

  /// How much of the daemon each user takes up.
  var quotas = Quotas()
  /// Users with large requests that wait for replies to be read, the longest waiting first.
  private var parked: [UserShare] = []

  /// The time at which the longest-waiting user stops waiting for room; nil if none waits.
  var deadline: Instant? { parked.first?.parkedUntil }

  /// Counts what the connection holds towards its user.
  ///
  /// - Returns: The user whose largest connection is to be cut off, if a user has too much; and the
  ///   connections for whose large request there is room now.
  mutating func account(
    _ connection: Connection,
    limit: Int
  ) -> (excessive: UserShare?, resumed: [Connection]) {
    let bytes = connection.bytes
    guard bytes != connection.heldMark.accounted else { return (nil, []) }
    let resumed = count(bytes, connection, limit)
    if connection.share.usage.bufferedBytes > limit { return (connection.share, resumed) }
    if quotas.total.bufferedBytes > HeldBytes.users * limit {
      return (quotas.largestHolder, resumed)
    }
    return (nil, resumed)
  }

  /// Counts a connection that closes as empty; returns the connections to resume.
  mutating func close(_ connection: Connection, limit: Int) -> [Connection] {
    count(Connection.Bytes(), connection, limit) + leave(connection)
  }

  /// Whether the user may be given one more large reply.
  func hasRoom(_ share: UserShare, limit: Int) -> Bool { share.usage.heldBytes < limit }

  /// Returns the user who has to make room for a large reply because all users together hold too
  /// much; nil if there is room.
  func excessiveHolder(limit: Int) -> UserShare? {
    quotas.total.heldBytes > HeldBytes.users * limit ? quotas.largestHolder : nil
  }

  /// Makes the connection's large request wait until there is room.
  mutating func park(_ connection: Connection) {
    guard !connection.heldMark.isParked else { return }
    connection.heldMark.isParked = true
    let share = connection.share
    share.parked.append(connection)
    guard share.parkedUntil == nil else { return }
    share.parkedUntil = Instant.now.advanced(by: HeldBytes.longestParking)
    parked.append(share)
  }

  /// Ends the connection's wait for room, because nobody will read its reply.
  ///
  /// - Returns: The connection itself, to be resumed, if it was waiting.
  mutating func leave(_ connection: Connection) -> [Connection] {
    guard connection.heldMark.isParked else { return [] }
    connection.heldMark.isParked = false
    connection.share.parked.removeAll { $0 === connection }
    if connection.share.parked.isEmpty { _ = resume(connection.share) }
    return [connection]
  }

  /// Returns a user whose requests have waited too long, at `now`, for replies to be read.
  func impatient(at now: Instant) -> UserShare? {
    guard let share = parked.first, let end = share.parkedUntil, end <= now else { return nil }
    return share
  }

  /// Ends the wait of the user's large requests.
  ///
  /// - Returns: The connections to resume.
  mutating func resume(_ share: UserShare) -> [Connection] {
    let waiting = share.parked
    share.parked = []
    share.parkedUntil = nil
    parked.removeAll { $0 === share }
    for connection in waiting { connection.heldMark.isParked = false }
    return waiting
  }

  private mutating func count(
    _ after: Connection.Bytes,
    _ connection: Connection,
    _ limit: Int
  ) -> [Connection] {
    let before = connection.heldMark.accounted
    connection.heldMark.accounted = after
    quotas.bytesChanged(
      of: connection.peer.user,
      buffered: after.buffered - before.buffered,
      held: after.held - before.held
    )
    let share = connection.share
    let isFree = after.held < before.held && !share.parked.isEmpty && hasRoom(share, limit: limit)
    return isFree ? resume(share) : []
  }

  /// The number of users who may reach the limit of one user at the same time.
  static let users = 4
  private static let longestParking: Duration = .seconds(2)
}
