import Arbitration
import AudioSessionSystem
import AudioSessionWire
import EventLoop

/// How connections and processes end, and their sessions with them (R48).
extension Server {
  /// Nobody will read what is written any more; what was written before the end is still read.
  func deafen(_ connection: Connection) {
    guard !connection.isDeaf else { return }
    connection.isDeaf = true
    release(gate.releaseLines(of: connection.id))
    connection.outbox.removeAll()
    touch(connection)
    leaveParking(connection)
    if connection.process.hasEnded { postpone(connection) }
  }

  /// A process is gone: its connections end when what they hold has been read.
  func processEnded(_ process: ClientProcess) {
    process.hasEnded = true
    unwatch(process)
    endSessions(onBehalfOf: process)
    guard process.connections.isEmpty else {
      for id in process.connections { if let connection = connections[id] { finish(connection) } }
      return
    }
    if names.hasSessions(apartFromConnectionsOf: process.id) {
      decide(
        .processEnded(orphaned: names.leases(of: process.id)),
        DecisionCause(.event(.connectionEnded))
      )
    }
    forget(process)
  }

  /// Reads what the socket of a process that has ended still holds, and ends the connection.
  private func finish(_ connection: Connection) {
    deafen(connection)
    postpone(connection)
  }

  /// Ends the sessions of a connection in one decision, and then the connection.
  func end(_ connection: Connection) {
    guard connection.phase == .open || connection.phase == .ending else { return }
    connection.phase = .draining
    release(gate.leave(connection.id))
    observers.removeAll { $0 === connection }
    connection.process.connections.removeAll { $0 == connection.id }
    name(nil, of: connection)
    routes.takeBack(connection.id)
    let ending = connection.sessions.filter { names[$0]?.identity.leaseName == nil }
    for id in connection.sessions where !ending.contains(id) { names.detach(id) }
    let isLast = connection.process.connections.isEmpty
    let endsProcess =
      isLast && (connection.process.hasEnded || connection.process.descriptorNumber == nil)
    if endsProcess { connection.process.hasEnded = true }
    let event = Event.connectionEnded(
      connection.id,
      sessions: ending,
      orphaned: endsProcess ? names.leases(of: connection.process.id) : []
    )
    decide(event, DecisionCause(.event(.connectionEnded), peer: connection.peer))
    closeNames(ending)
    // A process that has ended is forgotten although its leases go on without it.
    if endsProcess { forget(connection.process) } else { forgetIfUnused(connection.process) }
    formerRoutes = routes
    touch(connection)
  }

  /// Closes a connection that has ended and been sent what it was owed.
  func close(_ connection: Connection) {
    guard connection.phase != .closed else { return }
    connection.phase = .closed
    // Before the close: a forked child or the manager's store may hold the socket, and the poller
    // would go on reporting it.
    do { try poller.remove(connection.socket.number) } catch {
      journal.write(.failed, "can't forget a connection: \(error)")
    }
    discard(connection)
    stopAccounting(connection)
    quotas.connectionEnded(of: connection.peer.user)
    connections[connection.id] = nil
    resumeListener()
  }

  /// The sessions are gone from the arbiter: they count no more, and soon have no names.
  func closeNames(_ sessions: [SessionID]) {
    for id in sessions {
      guard let entry = names[id], !core.isOpen(id) else { continue }
      quotas.sessionEnded(of: entry.identity.opener.user)
      scopes.release(entry.identity.applicationName, entry.identity.zone)
      if let owner = entry.connection, let connection = connections[owner] {
        connection.sessions.removeAll { $0 == id }
      }
      let process = processes[entry.identity.peer.process]
      names.close(id)
      if let process { forgetIfUnused(process) }
    }
  }

  /// Forgets a process that has neither connections nor sessions without them.
  func forgetIfUnused(_ process: ClientProcess) {
    guard process.connections.isEmpty,
      !names.hasSessions(apartFromConnectionsOf: process.id)
    else { return }
    forget(process)
  }

  func forget(_ process: ClientProcess) {
    guard processes[process.id] != nil else { return }
    if !process.hasEnded { unwatch(process) }
    processes.remove(process)
  }

  private func unwatch(_ process: ClientProcess) {
    guard let number = process.descriptorNumber else { return }
    do { try poller.remove(number) } catch {
      journal.write(.failed, "can't forget a process: \(error)")
    }
  }
}
