import Arbitration
import AudioSessionSystem
import AudioSessionWire
package import ConfigurationFile
import EventLoop

/// The daemon around the arbiter, on one thread: it wires the rooms, and takes the turns.
///
/// A turn waits until something is ready, carries out what was asked, and sends to each connection
/// once what came of it. Nothing here decides about sound; that is the arbiter's.
package final class Server {
  private let signals: Signals
  let rooms: Rooms
  let decisions: Decisions
  private let endings: Endings
  private let requests: Requests
  private let admission: Admission
  /// An orderly stop was asked for.
  private var isStopping = false

  /// Takes over the socket's path, or what a service manager hands over, and listens.
  ///
  /// - Throws: That the socket can't be had, or a system call failed without which nothing goes.
  package init(
    options: ServerOptions,
    configuration: LoadedSettings,
    service: ServiceEnvironment = ServiceEnvironment(),
    journal: Journal = Journal()
  ) throws(ServerError) {
    let manager = ServiceManager(service, journal: journal)
    var inheritance = Inheritance(service.descriptors)
    let (ledger, previous) = inheritance.openLedger(manager: manager, journal: journal)
    do {
      signals = try Signals()
      rooms = try Rooms(
        options,
        configuration,
        try inheritance.openListener(at: options.socketPath),
        manager: manager,
        ledger: ledger,
        journal: journal
      )
      try rooms.loop.watch(signals.number, as: .signals)
    } catch let error as SocketFileError {
      throw .socket(error)
    } catch let error as Errno {
      throw .failed(error)
    } catch {
      fatalError("\(error)")
    }
    decisions = Decisions(rooms)
    endings = Endings(rooms: rooms, decisions: decisions)
    requests = Requests(rooms: rooms, decisions: decisions, endings: endings)
    admission = Admission(rooms: rooms)
    ledger?.begin(rooms.epoch)
    goOn(after: previous, with: inheritance.takeConnections(), ledger)
  }

  /// Serves until a signal asks for an orderly stop.
  package func run() throws(ServerError) {
    rooms.journal.write(
      .started,
      "audiosessiond \(version) listening on \(rooms.configuration.options.socketPath)",
      [Journal.Field("EPOCH", rooms.epoch.text)]
    )
    settle()
    rooms.supervisor.announceReady(statusMark, status: statusText)
    do {
      while !isStopping { try turn() }
    } catch {
      throw .failed(error)
    }
    stop()
  }

  /// One turn: wait, read, carry out, send.
  ///
  /// - Parameter timeout: How long to wait if nothing is left to do; nil: for ever.
  /// - Throws: What the poller or the timer can't do, without which nothing goes.
  func turn(timeout: Duration? = nil) throws(Errno) {
    let count = try rooms.loop.wait(timeout: rooms.turns.isIdle ? timeout : .zero)
    for index in 0..<count where !isStopping { try handle(rooms.loop[index]) }
    if !isStopping { serve() }
    settle()
    supervise()
    try rooms.loop.armTimer(at: deadline)
  }

  private func handle(
    _ event: (token: Token, readiness: Poller.Readiness)
  ) throws(Errno) {
    switch event.token {
    case .listener: admission.acceptAll()
    case .signals: try readSignals()
    case .timer: if try rooms.loop.takeExpiry() { timePassed() }
    case .connection(let id):
      if let connection = rooms.connections[id] { handle(event.readiness, connection) }
    case .process(let id): if let process = rooms.peers[id] { endings.end(process) }
    case .configuration: finishReading()
    case .manager: break  // There is room: the end of the turn makes use of it.
    }
  }

  private func handle(_ readiness: Poller.Readiness, _ connection: Connection) {
    if readiness.contains(.hungUp) || readiness.contains(.failed) {
      rooms.transport.loseReader(connection)
    }
    if readiness.contains(.writable) { rooms.turns.touch(connection) }
    if readiness.contains(.readable) || !connection.life.hasReader {
      rooms.turns.enqueue(connection)
    }
  }

  /// Carries out what waits, as far as the turn has time for it.
  private func serve() {
    rooms.turns.begin()
    while let (connection, timeLimit) = rooms.turns.next() {
      requests.serve(connection, until: timeLimit)
    }
  }

  /// Sends, cuts off and closes until nothing is left to do in this turn.
  private func settle() {
    while let connection = rooms.connections.settle() { endings.end(connection) }
  }

  /// Lets everything happen whose time has come, as far as a turn has time for it.
  ///
  /// What is left over is due at once, so the next turn goes on with it.
  private func timePassed() {
    let now = Instant.now
    rooms.enforcers.timePassed(now)
    rooms.connections.timePassed(now)
    rooms.listener.resume(at: now)
    decisions.timePassed(now, until: SystemClock.monotonic + RunQueue.userLength)
  }

  /// What comes first; with nothing ahead, the timer isn't armed.
  private var deadline: Instant? {
    Instant.earlier(
      Instant.earlier(decisions.deadline, rooms.enforcers.deadline),
      Instant.earlier(
        Instant.earlier(rooms.connections.deadline, rooms.listener.pauseEnd),
        rooms.supervisor.deadline(statusMark)
      )
    )
  }

  private func readSignals() throws(Errno) {
    while let request = try signals.next() {
      switch request {
      case .stop: isStopping = true
      case .reload: reload()
      }
    }
  }
}

/// A new configuration without a new daemon (R61).
extension Server {
  /// Begins to read the configuration again; when it has been read, it holds, or the old one stays.
  func reload() {
    rooms.supervisor.announceReloading()
    startReading()
  }

  private func startReading() {
    do { try rooms.configuration.read() } catch {
      rooms.journal.write(
        .failed,
        "the configuration can't be read again and stays as it was: \(error)"
      )
      rooms.supervisor.announceReloaded(status: statusText)
    }
  }

  /// A reading has come to its end.
  private func finishReading() {
    guard let loaded = rooms.configuration.takeReading() else { return }
    enforce(loaded)
    if rooms.configuration.takeDueReading() {
      startReading()
    } else {
      rooms.supervisor.announceReloaded(status: statusText)
    }
  }

  /// Puts a configuration into force, or keeps the old one and says why.
  private func enforce(_ loaded: LoadedSettings) {
    let field = Journal.Field("EPOCH", rooms.epoch.text)
    guard let changes = rooms.configuration.replace(by: loaded) else {
      let faults = loaded.faults.map(\.description).joined(separator: "\n")
      rooms.journal.write(.policyRefused, "\(faults)\nthe configuration stays as it was", [field])
      return
    }
    for warning in loaded.warnings { rooms.journal.write(.configurationWarning, "\(warning)") }
    let settings = rooms.configuration.settings
    for connection in rooms.connections.all {
      let mayEnforceAll = connection.grants.holds(.enforcement)
      connection.grants = rooms.configuration.grants(of: connection.peer, on: connection.socket)
      if mayEnforceAll, !connection.grants.holds(.enforcement) {
        rooms.enforcers.restart(connection)
      }
      connection.apply(settings.limits)
    }
    decisions.reload(settings.policy)
    // A limit on output may have risen above what connections have waiting.
    for connection in rooms.connections.all { rooms.turns.touch(connection) }
    let told = changes.isEmpty ? "nothing is different" : changes.joined(separator: "; ")
    rooms.journal.write(.policyReloaded, "the configuration was read again: \(told)", [field])
  }
}

/// The beginning and the end of the daemon's life (R1, R49).
extension Server {
  /// Goes on with the connections that the daemon before left.
  private func goOn(
    after previous: Epoch?,
    with inherited: [InheritedDescriptors.Entry],
    _ ledger: Ledger?
  ) {
    let adopted = Adoption(rooms: rooms, ledger: ledger, previous: previous).adopt(inherited)
    guard let previous else { return }
    for connection in adopted {
      let message = MediaServicesWereReset(previousEpoch: previous.text)
      rooms.transport.tell(message, to: connection, seq: decisions.sessions.seq)
    }
    let dropped = inherited.count - adopted.count
    rooms.journal.write(
      .reset,
      "took the place of a daemon that ended: \(adopted.count) connections go on, "
        + "\(dropped) were in the middle of something and are closed",
      [
        Journal.Field("EPOCH", rooms.epoch.text),
        Journal.Field("PREVIOUS_EPOCH", previous.text),
        Journal.Field("ADOPTED", adopted.count), Journal.Field("DROPPED", dropped),
      ]
    )
  }

  /// Says goodbye: what was held and read is answered, nothing more is read, the path is freed.
  func stop() {
    rooms.supervisor.announceStopping(status: "stopping, \(statusText)")
    let field = Journal.Field("EPOCH", rooms.epoch.text)
    rooms.journal.write(.stopping, "stopping", [field])
    rooms.listener.remove()
    rooms.enforcers.releaseAll()
    Farewell(rooms, seq: decisions.sessions.seq).say()
  }
}

/// What the service manager is shown.
extension Server {
  /// The end of a turn: what the manager is to be told, and what it had no room for.
  ///
  /// - Parameter now: The moment; nil: this one.
  func supervise(at now: Instant? = nil) {
    rooms.supervisor.supervise(statusMark, at: now, status: statusText)
  }

  var statusMark: Supervisor.Mark {
    Supervisor.Mark(
      seq: decisions.sessions.seq,
      counts: decisions.sessions.counts,
      connections: rooms.connections.usage.connections
    )
  }

  /// What `systemctl status` shows; nobody's name is in it, since everybody may read it.
  private var statusText: String {
    let occupation = decisions.sessions.occupation(by: rooms.connections.usage.connections)
    guard let fault = rooms.configuration.faults.first else { return occupation }
    return "configuration wrong at \(fault.place); \(occupation)"
  }
}
