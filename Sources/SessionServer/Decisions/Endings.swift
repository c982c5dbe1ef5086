import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// How connections and processes end, and their sessions with them (R48).
struct Endings {
  private let decisions: Decisions
  private let observers: Observers
  private let enforcers: Enforcers
  private let connections: Connections
  private let turns: Turns
  private let peers: Peers

  init(_ rooms: Rooms, _ decisions: Decisions) {
    self.decisions = decisions
    observers = rooms.observers
    enforcers = rooms.enforcers
    connections = rooms.connections
    turns = rooms.turns
    peers = rooms.peers
  }

  /// Ends the sessions of a connection in one decision; its leases go on, orphaned if its process is
  /// gone with it.
  func end(_ connection: Connection) {
    guard connection.life.drain() else { return }
    enforcers.leave(connection)
    observers.remove(connection)
    let process = connection.process
    process.connections.removeAll { $0 == connection.id }
    let sessions = decisions.leave(connection)
    // Where no process can be seen, the end of its connection is taken for its own.
    let isProcessGone =
      process.connections.isEmpty && (process.hasEnded || process.descriptorNumber == nil)
    if isProcessGone { process.hasEnded = true }
    let orphaned = isProcessGone ? decisions.sessions.names.leases(of: process.id) : []
    decisions.decide(
      .connectionEnded(connection.id, sessions: sessions, orphaned: orphaned),
      DecisionCause(.event(.connectionEnded), peer: connection.peer)
    )
    // A process that has ended is forgotten although its leases go on without it.
    if isProcessGone { peers.forget(process) } else { peers.forgetIfUnused(process) }
    turns.touch(connection)
  }

  /// A process is gone, and with it the sessions that others opened on its behalf; its connections
  /// end when what they hold has been read.
  func end(_ process: ClientProcess) {
    peers.end(process)
    let represented = decisions.sessions.names.sessions(onBehalfOf: process.id)
    if let first = represented.first {
      let peer = decisions.sessions.identity(of: first)?.peer
      let cause = DecisionCause(.event(.connectionEnded), peer: peer)
      decisions.decide(.processEnded(sessions: represented), cause)
    }
    guard process.connections.isEmpty else {
      for id in process.connections {
        if let connection = connections[id] { connections.finish(connection) }
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
    peers.forget(process)
  }
}
