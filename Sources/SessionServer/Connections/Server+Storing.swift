import Arbitration
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Connections in the manager's store: who is kept for the next daemon, and what it has to know.
extension Server {
  /// Asks for a place in the manager's store: from now on the connection has something to lose.
  func keep(_ connection: Connection) {
    guard manager != nil, ledger != nil, connection.place == nil, !connection.awaitsPlace,
      connection.phase == .open, !connection.isDeaf
    else { return }
    connection.awaitsPlace = true
    storeShares.await(connection.id)
    storeWaiting()
  }

  /// Stores those who wait for a place, as far as it is their turn.
  ///
  /// Each is written down as busy; the end of the turn sees whether anything on it is half done.
  func storeWaiting() {
    storeTime = nil
    for id in storeShares.takeWaiting() {
      guard let connection = connections[id], connection.awaitsPlace else { continue }
      guard connection.isPrivileged || storeShares.mayStore(connection.peer.user, at: now) else {
        storeShares.await(id)
        continue
      }
      connection.awaitsPlace = false
      store(connection)
      touch(connection)
    }
    if !storeShares.waiting.isEmpty { storeTime = now.advanced(by: StoreShares.userInterval) }
  }

  private func store(_ connection: Connection) {
    guard let manager, let ledger, connection.phase == .open, !connection.isDeaf else { return }
    let user = connection.peer.user
    if ledger.isFull, let id = storeShares.yielding(to: user), let other = connections[id] {
      takeBack(other)
    }
    guard let place = ledger.add(startTime: connection.process.startTime) else {
      journal.write(
        .quotaReached,
        "a connection of user \(user.number) won't outlive the daemon: the store is full",
        [Journal.Field("PEER_UID", user.number)],
        of: user
      )
      return
    }
    connection.place = place
    storeShares.add(connection.id, of: user)
    manager.store(connection: place.number, connection.socket.number)
  }

  /// Takes a connection out of the store; it goes on, but not beyond this daemon.
  private func takeBack(_ connection: Connection) {
    guard let place = connection.place else { return }
    connection.place = nil
    storeShares.remove(connection.id, of: connection.peer.user)
    manager?.remove(connection: place.number)
    ledger?.remove(place)
  }

  /// Writes down that bytes are about to move on the connection.
  func markBusy(_ connection: Connection) {
    guard let place = connection.place else { return }
    ledger?.markBusy(place)
  }

  /// Writes down that nothing on the connection is half done, if so.
  func markIfQuiet(_ connection: Connection) {
    guard let place = connection.place, connection.isQuiet else { return }
    ledger?.markQuiet(place)
  }

  /// Ends a stored connection for its peer, who wouldn't notice that we close our end of it.
  ///
  /// The manager sees it, too, and lets go of its duplicate by itself.
  func discard(_ connection: Connection) {
    guard let place = connection.place else { return }
    connection.place = nil
    storeShares.remove(connection.id, of: connection.peer.user)
    do { try connection.socket.shutdown(.both) } catch {
      // The peer was faster.
      if error.code != ENOTCONN { journal.write(.failed, "can't end a connection: \(error)") }
    }
    manager?.forget(connection: place.number)
    ledger?.remove(place)
  }
}
