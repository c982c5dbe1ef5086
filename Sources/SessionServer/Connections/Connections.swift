import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire

/// All connections: how they come and go, and how much of the daemon each user takes up.
///
/// A peer that doesn't read is cut off. Sessions are not managed here: a connection whose sessions
/// have to end is returned to the caller of ``settle()``.
final class Connections {
  /// What the poller currently watches a connection for.
  struct Mark {
    fileprivate var interest: Poller.Interest = [.reading]
  }

  private var byNumber = NumberedValues<Connection>()
  private var count: UInt64 = 0
  private var bytes = HeldBytes()
  private var freed = FreedMemory()

  private let scheduler: Scheduler
  private let transport: Transport
  private let store: ConnectionStore
  private let configuration: ConfigurationInForce
  private let peers: Peers
  private let listener: Listener
  private let loop: Loop
  private let journal: Journal

  init(
    scheduler: Scheduler,
    transport: Transport,
    store: ConnectionStore,
    configuration: ConfigurationInForce,
    peers: Peers,
    listener: Listener,
    loop: Loop,
    journal: Journal
  ) {
    self.scheduler = scheduler
    self.transport = transport
    self.store = store
    self.configuration = configuration
    self.peers = peers
    self.listener = listener
    self.loop = loop
    self.journal = journal
  }

  subscript(id: ConnectionID) -> Connection? { byNumber[id.number] }

  /// All connections, in no particular order.
  var all: some Collection<Connection> { byNumber.all }

  /// Returns how much of the daemon a user takes up.
  func usage(of user: UserID) -> Quotas.Usage { bytes.quotas[user] }

  /// How much of the daemon all users together take up.
  var usage: Quotas.Usage { bytes.quotas.total }

  /// Adds the connection of an identified peer; returns nil if it can't be watched.
  func add(
    _ socket: consuming Socket,
    _ peer: PeerIdentity,
    _ process: ClientProcess,
    _ grants: PeerGrants
  ) -> Connection? {
    count += 1
    bytes.quotas.sweep(at: SystemClock.monotonic)
    let connection = Connection(
      id: ConnectionID(count),
      peer: peer,
      process: process,
      share: bytes.quotas.share(of: peer.user),
      socket: socket,
      limits: configuration.settings.limits,
      grants: grants
    )
    do {
      try connection.socket.limitUnreadOutput(to: Connections.unreadBytes)
      try loop.watch(connection.socket.number, as: .connection(connection.id))
    } catch {
      journal.write(.failed, "can't watch a connection: \(error)")
      peers.forgetIfUnused(process)
      try? connection.socket.shutdown(.both)
      return nil
    }
    byNumber[connection.id.number] = connection
    process.connections.append(connection.id)
    connection.share.add(connection)
    bytes.quotas.connectionOpened(by: peer.user)
    if process.hasEnded { transport.loseReader(connection) }
    return connection
  }

  /// Asks for a place in the manager's store, because the connection now has something to lose.
  func keep(_ connection: Connection) { store.keep(connection).forEach(scheduler.touch) }

  /// Does everything that is due at `now`.
  func timePassed(_ now: Instant) {
    transport.retry(at: now)
    if freed.take(at: now) { Heap.trim() }
    store.storeWaiting(at: now).forEach(scheduler.touch)
    while let share = bytes.impatient(at: now) {
      cutOffLargest(of: share) { $0.held }
      bytes.resume(share).forEach(scheduler.postpone)
    }
  }

  /// The time at which something is next due.
  var deadline: Instant? {
    Instant.earlier(
      Instant.earlier(transport.retryTime, freed.time),
      Instant.earlier(bytes.deadline, store.time)
    )
  }

  /// Reads what the socket of an ended process still holds, then ends the connection.
  func finish(_ connection: Connection) {
    transport.loseReader(connection)
    scheduler.postpone(connection)
  }

  /// Releases lines that were held.
  func release(_ lines: [HeldLine]) {
    for line in lines {
      guard let connection = byNumber[line.connection.number] else { continue }
      connection.outbox.release(line.number)
      scheduler.touch(connection)
    }
  }

  /// Sends output, closes connections that were sent everything, gives up those that are cut off,
  /// and queues those with more input, until nothing is left to do in this turn.
  func settle() { while let connection = scheduler.nextDirty() { settle(connection) } }

  private func settle(_ connection: Connection) {
    guard !connection.life.isClosed else { return }
    transport.flush(connection)
    if let fault = connection.life.fault, connection.life.abandon() {
      return abandon(connection, fault)
    }
    let hasFault = connection.life.fault != nil
    let isDone = connection.outbox.isEmpty || !connection.life.hasReader || hasFault
    if connection.life.isDraining, isDone {
      return close(connection)
    }
    account(connection)
    if !connection.life.hasReader { bytes.leave(connection).forEach(scheduler.postpone) }
    if connection.canGoOn || connection.isToCatchUp && !connection.heldMark.isParked {
      scheduler.postpone(connection)
    }
    watch(connection)
    store.markIfQuiet(connection)
  }

  /// Drops what a connection holds that is cut off, and has its sessions end.
  ///
  /// Many may be cut off in one turn, and each end is a decision: they may take several turns.
  private func abandon(_ connection: Connection, _ fault: ConnectionLife.Fault) {
    noteCutOff(connection, fault)
    transport.loseReader(connection)
    connection.input.removeAll()
    _ = bytes.leave(connection)
    account(connection)
    watch(connection)
    scheduler.end(.connection(connection))
  }

  private func watch(_ connection: Connection) {
    let wanted = connection.wantedInterest
    guard wanted != connection.pollMark.interest else { return }
    do {
      try loop.watch(connection.socket.number, only: wanted, as: .connection(connection.id))
      connection.pollMark.interest = wanted
    } catch {
      // One that is cut off already would be looked at without end.
      guard connection.life.fault == nil else { return }
      connection.life.cutOff(.unwatchable)
      scheduler.touch(connection)
    }
  }

  /// Closes a connection that has ended and was sent everything it was owed.
  private func close(_ connection: Connection) {
    guard connection.life.close() else { return }
    // A queue may still refer to it.
    connection.outbox.removeAll()
    connection.input.removeAll()
    // Must precede the close: a forked child or the manager's store may hold the socket, and the
    // poller would go on reporting it.
    do { try loop.forget(connection.socket.number) } catch {
      journal.write(.failed, "can't forget a connection: \(error)")
    }
    store.discard(connection)
    freed.add(connection.heldMark.accounted.held + Connections.ownBytes, at: .now)
    bytes.close(connection, limit: byteLimit).forEach(scheduler.postpone)
    connection.share.remove(connection)
    bytes.quotas.connectionEnded(of: connection.peer.user)
    byNumber[connection.id.number] = nil
    listener.resume()
  }
}

/// Large replies, and the treatment of users who hold too much.
extension Connections {
  /// Takes the user's one large reply of this turn.
  ///
  /// - Returns: False if the reply has to wait for another turn, or until the user's earlier
  ///   replies are read.
  func takeLarge(_ connection: Connection) -> Bool {
    let share = connection.share
    guard !share.hasHadLarge else { return false }
    guard bytes.hasRoom(share, limit: byteLimit) else {
      bytes.park(connection)
      return false
    }
    share.hasHadLarge = true
    makeRoom(beside: connection)
    return true
  }

  /// Cuts off connections to make room for a large reply at once, while all users hold too much.
  private func makeRoom(beside connection: Connection) {
    while let share = bytes.excessiveHolder(limit: byteLimit),
      let largest = share.largest(by: { $0.held }), largest !== connection
    {
      largest.life.cutOff(.heldBytes)
      settle(largest)
    }
  }

  /// Counts what the connection holds towards its user, and cuts off the largest if it is too much.
  func account(_ connection: Connection) {
    let held = connection.heldMark.accounted.held
    let (excessive, resumed) = bytes.account(connection, limit: byteLimit)
    if connection.heldMark.accounted.held < held {
      freed.add(held - connection.heldMark.accounted.held, at: .now)
    }
    resumed.forEach(scheduler.postpone)
    if let excessive { cutOffLargest(of: excessive) { $0.buffered } }
  }

  private func cutOffLargest(of share: UserShare, by amount: (Connection.Bytes) -> Int) {
    guard let largest = share.largest(by: amount) else { return }
    largest.life.cutOff(.heldBytes)
    scheduler.touch(largest)
  }

  private func noteCutOff(_ connection: Connection, _ fault: ConnectionLife.Fault) {
    journal.write(
      .clientCutOff,
      "cut off \(connection.peer.inWords), \(fault)",
      Journal.fields(of: connection.peer),
      of: connection.peer.user
    )
  }

  private var byteLimit: Int { configuration.settings.limits.bufferedBytesPerUser }

  /// The sent bytes of a connection that the kernel may keep: they are the daemon's memory, too.
  ///
  /// With the kernel's bookkeeping it keeps up to 10 KB.
  private static let unreadBytes: CInt = 4096
  /// What a connection takes, with its sessions.
  private static let ownBytes = 8192
}
