import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// Ends connections and processes, and their sessions with them (R48).
struct Endings {
  let base: ConnectionServices
  let services: DecisionServices
  let decisions: Decisions

  /// Ends the sessions of a connection in one decision; its leases continue, orphaned if its
  /// process has ended too.
  func end(_ connection: Connection) {
    guard connection.life.drain() else { return }
    services.enforcers.leave(connection)
    services.listing.leave(connection)
    base.subscribers.remove(connection)
    let process = connection.process
    process.connections.removeAll { $0 == connection.id }
    let sessions = decisions.leave(connection)
    // If the process isn't visible, the end of its last connection counts as its end.
    let isProcessGone =
      process.connections.isEmpty && (process.hasEnded || process.descriptorNumber == nil)
    if isProcessGone { process.hasEnded = true }
    let orphaned = isProcessGone ? decisions.sessions.names.leases(of: process.id) : []
    decisions.decide(
      .connectionEnded(connection.id, sessions: sessions, orphaned: orphaned),
      DecisionCause(.event(.connectionEnded), peer: connection.peer)
    )
    // A process that has ended is forgotten even if its leases continue.
    if isProcessGone { base.peers.forget(process) } else { base.peers.forgetIfUnused(process) }
    base.scheduler.touch(connection)
  }

  /// Handles the end of a process: ends the sessions that others opened on its behalf, and its
  /// connections once their remaining input has been read.
  func end(_ process: ClientProcess) {
    let represented = decisions.sessions.names.sessions(onBehalfOf: process.id)
    if let first = represented.first {
      let peer = decisions.sessions.identity(of: first)?.peer
      let cause = DecisionCause(.event(.connectionEnded), peer: peer)
      decisions.decide(.processEnded(sessions: represented), cause)
    }
    guard process.connections.isEmpty else {
      for id in process.connections {
        if let connection = base.connections[id] { base.connections.finish(connection) }
      }
      return
    }
    let leases = decisions.sessions.names.leases(of: process.id)
    if !leases.isEmpty {
      decisions.decide(
        .processEnded(orphaned: leases),
        DecisionCause(.event(.connectionEnded))
      )
    }
    base.peers.forget(process)
  }
}
