import Arbitration
import AudioSessionWire
import ConfigurationFile

/// Room for what isn't read: how much of it a user may have, and what becomes of who has too much.
///
/// Two amounts are bounded. What connections gather by themselves, a user's `BufferedBytesPerUser`
/// bounds: the connection that holds most is cut off. Answers are large, but each is asked for: a
/// large one waits until the user's earlier ones have been read, so that nobody is cut off for an
/// answer that he is about to read.
extension Server {
  /// Counts what the connection holds towards its user, and closes the largest if it is too much.
  func account(_ connection: Connection) {
    let bytes = connection.bytes
    let before = connection.accounted
    guard bytes != before else { return }
    connection.accounted = bytes
    count(before, bytes, connection)
    let limit = settings.limits.bufferedBytesPerUser
    if connection.share.usage.bufferedBytes > limit {
      cutOffLargest(of: connection.share) { $0.buffered }
    } else if quotas.total.bufferedBytes > Server.users * limit, let share = quotas.largestHolder {
      cutOffLargest(of: share) { $0.buffered }
    }
  }

  /// The connection holds nothing any more.
  func stopAccounting(_ connection: Connection) {
    let before = connection.accounted
    connection.accounted = Connection.Bytes()
    count(before, connection.accounted, connection)
    leaveParking(connection)
  }

  /// The connection waits for room no longer: nobody will read its answer.
  func leaveParking(_ connection: Connection) {
    guard connection.isParked else { return }
    connection.isParked = false
    connection.share.parked.removeAll { $0 === connection }
    if connection.share.parked.isEmpty { unpark(connection.share) }
    postpone(connection)
  }

  private func count(
    _ before: Connection.Bytes,
    _ after: Connection.Bytes,
    _ connection: Connection
  ) {
    quotas.bytesChanged(
      of: connection.peer.user,
      buffered: after.buffered - before.buffered,
      held: after.held - before.held
    )
    let share = connection.share
    if after.held < before.held, !share.parked.isEmpty, hasRoomForLarge(share) { unpark(share) }
  }

  /// Whether the user may be given one more large answer.
  func hasRoomForLarge(_ share: UserShare) -> Bool {
    share.usage.heldBytes < settings.limits.bufferedBytesPerUser
  }

  /// The connection's large request waits until there is room.
  func park(_ connection: Connection) {
    guard !connection.isParked else { return }
    connection.isParked = true
    let share = connection.share
    share.parked.append(connection)
    guard share.parkedUntil == nil else { return }
    share.parkedUntil = now.advanced(by: Server.longestParking)
    parkedShares.append(share)
  }

  /// When somebody's patience ends, if anybody waits for room.
  var parkingDeadline: Instant? { parkedShares.first?.parkedUntil }

  /// Who didn't read for so long that others of the same user still wait is cut off.
  func endParking(at now: Instant) {
    while let share = parkedShares.first, let end = share.parkedUntil, end <= now {
      cutOffLargest(of: share) { $0.held }
      unpark(share)
    }
  }

  /// All users together hold more than a few would: who holds most makes room, at once.
  func makeRoomForLarge(beside connection: Connection) {
    let limit = Server.users * settings.limits.bufferedBytesPerUser
    while quotas.total.heldBytes > limit, let share = quotas.largestHolder,
      let largest = largest(of: share, by: { $0.held }), largest !== connection
    {
      largest.isDoomed = true
      settle(largest)
    }
  }

  private func unpark(_ share: UserShare) {
    let waiting = share.parked
    share.parked = []
    share.parkedUntil = nil
    parkedShares.removeAll { $0 === share }
    for connection in waiting where connection.isParked {
      connection.isParked = false
      postpone(connection)
      touch(connection)
    }
  }

  private func cutOffLargest(of share: UserShare, by amount: (Connection.Bytes) -> Int) {
    guard let largest = largest(of: share, by: amount) else { return }
    largest.isDoomed = true
    touch(largest)
  }

  private func largest(
    of share: UserShare,
    by amount: (Connection.Bytes) -> Int
  ) -> Connection? {
    connections.values.lazy.filter { $0.share === share && !$0.isDoomed }
      .max { amount($0.accounted) < amount($1.accounted) }
  }

  /// How many users may have all that one may have, at the same time.
  private static let users = 4
  private static let longestParking: Duration = .seconds(2)
}
