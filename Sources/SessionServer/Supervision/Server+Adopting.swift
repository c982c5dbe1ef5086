import Arbitration
import AudioSessionSystem
import AudioSessionWire
import EventLoop
import Glibc

/// What the manager handed over, and what an earlier daemon left in the manager's store (R49).
extension Server {
  /// Opens the ledger that was handed over, or a new one; without a manager there is none.
  ///
  /// - Returns: The ledger, and the life that it tells of; nil if it is a new one.
  static func openLedger(
    _ inherited: [InheritedDescriptors.Entry],
    manager: ServiceManager?,
    journal: Journal
  ) -> (ledger: Ledger, previous: Epoch?)? {
    var isWrong = false
    for entry in inherited {
      do {
        let ledger = try Ledger(inherited: FileDescriptor(entry.number))
        return (ledger, ledger.epoch)
      } catch {
        isWrong = true
        journal.write(.failed, "the ledger of the daemon before can't be read: \(error)")
      }
    }
    guard let manager else { return nil }
    do {
      let ledger = try Ledger()
      if isWrong { manager.removeLedger() }
      manager.store(ledger: ledger.number)
      return (ledger, nil)
    } catch {
      journal.write(.failed, "connections won't outlive the daemon: \(error)")
      return nil
    }
  }

  /// The listener that the manager opened for us; where there is none, one at our own path.
  static func listen(
    _ descriptors: inout InheritedDescriptors,
    _ options: ServerOptions
  ) throws(SocketFileError) -> SocketFile {
    let entries = descriptors.take { $0 == "listen" }
    guard let entry = entries.first else {
      return try SocketFile.takeOver(options.socketPath, backlog: backlogLength)
    }
    close(InheritedDescriptors(entries: Array(entries.dropFirst())))
    do throws(Errno) {
      let socket = try Socket(inherited: FileDescriptor(entry.number), isListening: true)
      return SocketFile(inherited: socket, path: options.socketPath)
    } catch {
      throw .failed("the socket that was handed over as \"listen\"", error)
    }
  }

  /// Closes what was handed over under names that mean nothing here.
  static func close(_ descriptors: InheritedDescriptors) {
    for entry in descriptors.entries { _ = FileDescriptor(entry.number) }
  }

  /// Goes on with the connections on which nothing was half done, and ends the others.
  ///
  /// - Parameters:
  ///   - inherited: The stored connections, by their names.
  ///   - previous: The life of the daemon that stored them; nil if nothing is known of it.
  func adopt(_ inherited: [InheritedDescriptors.Entry], from previous: Epoch?) {
    let places = ledger?.places ?? [:]
    var adopted: Set<UInt64> = []
    let numbered = inherited.map { ($0.number, UInt64($0.name.dropFirst("client-".count)) ?? 0) }
    for (descriptor, number) in numbered.sorted(by: { $0.1 < $1.1 }) {
      if let previous, let place = places[number],
        adopt(FileDescriptor(descriptor), place, from: previous)
      {
        adopted.insert(number)
      } else if previous == nil || places[number] == nil {
        Server.cutOff(FileDescriptor(descriptor))
      }
    }
    for (number, place) in places where !adopted.contains(number) { ledger?.remove(place) }
    guard let previous else { return }
    journal.write(
      .reset,
      "took the place of a daemon that ended: \(adopted.count) connections go on, "
        + "\(inherited.count - adopted.count) were in the middle of something and are closed",
      [
        Journal.Field("EPOCH", epoch.text), Journal.Field("PREVIOUS_EPOCH", previous.text),
        Journal.Field("ADOPTED", adopted.count),
        Journal.Field("DROPPED", inherited.count - adopted.count),
      ]
    )
  }

  /// Takes over one connection; false if it had to be ended.
  private func adopt(
    _ descriptor: consuming FileDescriptor,
    _ place: Ledger.Place,
    from previous: Epoch
  ) -> Bool {
    guard let ledger, !ledger.isBusy(place) else {
      Server.cutOff(descriptor)
      return false
    }
    guard let socket = try? Socket(inherited: descriptor, isListening: false) else { return false }
    guard let credentials = try? socket.peerCredentials() else {
      try? socket.shutdown(.both)
      return false
    }
    guard let (process, information) = try? identify(credentials, socket) else {
      try? socket.shutdown(.both)
      return false
    }
    // Its pid may have become another's while no daemon held it.
    guard !process.hasEnded, process.startTime == ledger.startTime(of: place) else {
      try? socket.shutdown(.both)
      forgetIfUnused(process)
      return false
    }
    let peer = PeerIdentity(
      credentials: credentials,
      process: process.id,
      information: information
    )
    let grants = grants(of: peer, groups: namedGroups(of: socket))
    guard let connection = connect(socket, peer, process, grants) else { return false }
    connection.place = place
    storeShares.add(connection.id, of: peer.user)
    connection.hasOutlivedEpoch = true
    tell(MediaServicesWereReset(previousEpoch: previous.text), to: connection)
    return true
  }

  private static let backlogLength: CInt = 512

  /// Ends a connection that nobody here will ever read.
  private static func cutOff(_ descriptor: consuming FileDescriptor) {
    _ = Glibc.shutdown(descriptor.number, CInt(SHUT_RDWR))
  }
}
