import AudioSessionSystem
import AudioSessionWire

/// What a service manager handed over at startup: the listener, the ledger, stored connections.
struct Inheritance {
  private var descriptors: InheritedDescriptors

  init(_ descriptors: InheritedDescriptors) { self.descriptors = descriptors }

  /// Opens the ledger that was handed over, or a new one; without a manager there is none.
  ///
  /// - Returns: The ledger, and the epoch recorded in it, which is nil if the ledger is new.
  mutating func openLedger(
    manager: ServiceManager?,
    journal: Journal
  ) -> (ledger: Ledger?, previous: Epoch?) {
    var isWrong = false
    for entry in descriptors.take(named: { $0 == "ledger" }) {
      do {
        let ledger = try Ledger(inherited: FileDescriptor(entry.number))
        return (ledger, ledger.epoch)
      } catch {
        isWrong = true
        journal.write(.failed, "the ledger of the daemon before can't be read: \(error)")
      }
    }
    guard let manager else { return (nil, nil) }
    do {
      let ledger = try Ledger()
      if isWrong { manager.removeLedger() }
      manager.store(ledger: ledger.number)
      return (ledger, nil)
    } catch {
      journal.write(.failed, "connections won't outlive the daemon: \(error)")
      return (nil, nil)
    }
  }

  /// Returns the listener that the manager opened for us, or else a new one at our own path.
  mutating func openListener(at path: String) throws(SocketFileError) -> SocketFile {
    let entries = descriptors.take { $0 == "listen" }
    guard let entry = entries.first else {
      return try SocketFile.takeOver(path, backlog: Inheritance.backlogLength)
    }
    Inheritance.close(entries.dropFirst())
    do throws(Errno) {
      let socket = try Socket(inherited: FileDescriptor(entry.number), isListening: true)
      return SocketFile(inherited: socket, path: path)
    } catch {
      throw .failed("the socket that was handed over as \"listen\"", error)
    }
  }

  /// Takes the stored connections, and closes what was handed over under any other name.
  mutating func takeConnections() -> [InheritedDescriptors.Entry] {
    defer { Inheritance.close(descriptors.entries) }
    return descriptors.take { $0.hasPrefix("client-") }
  }

  private static func close(_ entries: some Sequence<InheritedDescriptors.Entry>) {
    for entry in entries { _ = FileDescriptor(entry.number) }
  }

  private static let backlogLength: CInt = 512
}
