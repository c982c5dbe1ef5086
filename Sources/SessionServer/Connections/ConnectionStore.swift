import AudioSessionArbitration
import AudioSessionSystem
import Glibc

/// The connections that outlive the daemon: those in the manager's store, each with what the next
/// daemon must know about it (R49).
///
/// Without a manager or a ledger, nothing is kept and every call does nothing.
final class ConnectionStore {
  /// A connection's place in the store.
  struct Mark {
    fileprivate enum Place: Equatable {
      case none
      case awaited
      case taken(Ledger.Place)
    }

    fileprivate var place = Place.none

    fileprivate var taken: Ledger.Place? {
      if case .taken(let place) = place { place } else { nil }
    }
  }

  private let manager: ServiceManager?
  private let ledger: Ledger?
  private let journal: Journal
  private var shares = StoreShares()
  /// The connections that have a place or wait for one.
  private var connections: [ConnectionID: Connection] = [:]
  /// The time at which to try waiting connections again; nil if none wait.
  private(set) var time: Instant?

  init(manager: ServiceManager?, ledger: Ledger?, journal: Journal) {
    self.manager = manager
    self.ledger = ledger
    self.journal = journal
  }

  /// The highest session number ever used; the next daemon continues from it.
  var sessionCount: UInt64 {
    get { ledger?.sessionCount ?? 0 }
    set { ledger?.sessionCount = newValue }
  }

  /// Asks for a place, because the connection now has something to lose.
  ///
  /// - Returns: The connections that got one, to be looked at at the end of the turn.
  func keep(_ connection: Connection) -> [Connection] {
    guard manager != nil, ledger != nil, connection.storeMark.place == .none,
      connection.life.isOpen, connection.life.hasReader
    else { return [] }
    connection.storeMark.place = .awaited
    connections[connection.id] = connection
    shares.await(connection.id)
    return storeWaiting()
  }

  /// Stores waiting connections if the time for it has come at `now`.
  func storeWaiting(at now: Instant) -> [Connection] {
    if let time, time <= now { storeWaiting() } else { [] }
  }

  /// Stores waiting connections as far as it is their turn.
  ///
  /// Each is recorded as busy; the end of the turn checks whether anything on it is half done.
  private func storeWaiting() -> [Connection] {
    let now = Instant.now
    var stored: [Connection] = []
    time = nil
    for id in shares.takeWaiting() {
      guard let connection = connections[id], connection.storeMark.place == .awaited else {
        continue
      }
      let (user, isPrivileged) = (connection.peer.user, connection.isPrivileged)
      guard shares.mayStore(user, isPrivileged: isPrivileged, at: now) else {
        shares.await(id)
        continue
      }
      connection.storeMark.place = .none
      connections[id] = nil
      store(connection)
      stored.append(connection)
    }
    if !shares.waiting.isEmpty { time = now.advanced(by: StoreShares.userInterval) }
    return stored
  }

  private func store(_ connection: Connection) {
    guard let manager, let ledger, connection.life.isOpen, connection.life.hasReader else {
      return
    }
    let user = connection.peer.user
    if ledger.isFull { makeRoom(for: user) }
    guard let place = ledger.add(startTime: connection.process.startTime) else {
      journal.write(
        .quotaReached,
        "a connection of user \(user.number) won't outlive the daemon: the store is full",
        [Journal.Field("PEER_UID", user.number)],
        of: user
      )
      return
    }
    adopt(connection, place)
    manager.store(connection: ledger.number(of: place), connection.socket.number)
  }

  /// Records the connection's place, which may date from an earlier daemon.
  func adopt(_ connection: Connection, _ place: Ledger.Place) {
    connection.storeMark.place = .taken(place)
    connections[connection.id] = connection
  }

  /// Takes a connection of a user who has more of them out of the store; it continues, but won't
  /// outlive this daemon.
  private func makeRoom(for user: UserID) {
    let stored = connections.values.filter { $0.storeMark.taken != nil }
    let id = StoreShares.yielding(to: user, among: stored.map { (id: $0.id, user: $0.peer.user) })
    guard let ledger, let connection = id.flatMap({ connections[$0] }),
      let place = leave(connection)
    else { return }
    manager?.remove(connection: ledger.number(of: place))
    ledger.remove(place)
  }

  /// Records that bytes are about to move on the connection.
  func markBusy(_ connection: Connection) {
    guard let place = connection.storeMark.taken else { return }
    ledger?.markBusy(place)
  }

  /// Records that nothing on the connection is half done, if that is so.
  func markIfQuiet(_ connection: Connection) {
    guard let place = connection.storeMark.taken, connection.isQuiet else { return }
    ledger?.markQuiet(place)
  }

  /// Shuts down a stored connection, since its peer wouldn't notice that we close our end of it.
  ///
  /// The manager notices the shutdown too, and drops its duplicate by itself.
  func discard(_ connection: Connection) {
    if connection.storeMark.place == .awaited { connections[connection.id] = nil }
    guard let ledger, let place = leave(connection) else { return }
    do { try connection.socket.shutdown(.both) } catch {
      // The peer hung up first.
      if error.code != ENOTCONN { journal.write(.failed, "can't end a connection: \(error)") }
    }
    manager?.forget(connection: ledger.number(of: place))
    ledger.remove(place)
  }

  private func leave(_ connection: Connection) -> Ledger.Place? {
    guard let place = connection.storeMark.taken else { return nil }
    connection.storeMark.place = .none
    connections[connection.id] = nil
    return place
  }
}
