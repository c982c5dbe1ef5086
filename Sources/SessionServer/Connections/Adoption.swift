import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Adopts the connections that an earlier daemon left in the manager's store (R49): those on which
/// nothing was half done continue, the others are ended.
struct Adoption {
  let services: ConnectionServices
  let ledger: Ledger?
  /// The epoch of the daemon that stored them; nil if it is unknown.
  let previous: Epoch?

  /// Adopts every connection that can continue.
  ///
  /// - Parameter inherited: The stored connections, with their names.
  /// - Returns: The adopted connections, in the order in which they were stored.
  func adopt(_ inherited: [InheritedDescriptors.Entry]) -> [Connection] {
    let places = ledger?.places ?? [:]
    var adopted: [UInt64: Connection] = [:]
    let numbered = inherited.map { ($0.number, UInt64($0.name.dropFirst("client-".count)) ?? 0) }
    for (descriptor, number) in numbered.sorted(by: { $0.1 < $1.1 }) {
      if previous != nil, let place = places[number] {
        adopted[number] = adopt(FileDescriptor(descriptor), place)
      } else {
        Adoption.cutOff(FileDescriptor(descriptor))
      }
    }
    for (number, place) in places where adopted[number] == nil { ledger?.remove(place) }
    return adopted.sorted { $0.key < $1.key }.map { $0.value }
  }

  /// Adopts one connection; returns nil if it had to be ended.
  private func adopt(
    _ descriptor: consuming FileDescriptor,
    _ place: Ledger.Place
  ) -> Connection? {
    guard let ledger, !ledger.isBusy(place) else {
      Adoption.cutOff(descriptor)
      return nil
    }
    let socket = Socket(descriptor)
    let process: ClientProcess
    let peer: PeerIdentity
    do throws(Errno) {
      try socket.prepare(isListening: false)
      (process, peer) = try services.peers.identify(try socket.peerCredentials(), socket)
    } catch {
      services.journal.write(.failed, "can't take over a connection: \(error)")
      // Closed alone, it would live on in the manager's store, and its peer would wait for an answer.
      try? socket.shutdown(.both)
      return nil
    }
    // The pid may have been reused while no daemon held the connection.
    guard !process.hasEnded, process.startTime == ledger.startTime(of: place) else {
      try? socket.shutdown(.both)
      services.peers.forgetIfUnused(process)
      return nil
    }
    let grants = services.configuration.grants(of: peer, on: socket)
    guard let connection = services.connections.add(socket, peer, process, grants) else {
      return nil
    }
    services.store.adopt(connection, place)
    connection.introduction.outliveEpoch()
    return connection
  }

  /// Shuts down a connection that this daemon will never read.
  private static func cutOff(_ descriptor: consuming FileDescriptor) {
    _ = Glibc.shutdown(descriptor.number, CInt(SHUT_RDWR))
  }
}
