import AudioSessionArbitration
package import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire

/// The single-threaded daemon around the arbiter: it connects the layers and runs the event loop.
///
/// Each turn waits until a descriptor is ready, carries out the requests, and then sends each
/// connection its output once. Decisions about audio are made by the arbiter, not here.
package final class Server {
  private let signals: Signals
  let base: ConnectionServices
  let services: DecisionServices
  let decisions: Decisions
  private let endings: Endings
  private let requests: Requests
  private let admission: Admission
  /// Whether an orderly stop was requested.
  private var isStopping = false

  /// Takes over the socket's path, or the service manager's descriptors, and listens.
  ///
  /// - Throws: `ServerError` if the socket isn't available or an essential system call fails.
  package init(
    options: ServerOptions,
    configuration: LoadedSettings,
    service: ServiceEnvironment = ServiceEnvironment(),
    journal: Journal = Journal()
  ) throws(ServerError) {
    let manager = ServiceManager(service, journal: journal)
    var inheritance = Inheritance(service.descriptors)
    let (ledger, previous) = inheritance.openLedger(manager: manager, journal: journal)
    let socket: SocketFile
    do throws(SocketFileError) {
      socket = try inheritance.openListener(at: options.socketPath)
    } catch {
      throw .socket(error)
    }
    do throws(Errno) {
      signals = try Signals()
      base = try ConnectionServices(
        options,
        configuration,
        socket,
        manager: manager,
        ledger: ledger,
        journal: journal
      )
      services = DecisionServices(base)
      try base.loop.watch(signals.number, as: .signals)
    } catch {
      throw .failed(error)
    }
    decisions = Decisions(base, services)
    endings = Endings(base: base, services: services, decisions: decisions)
    requests = Requests(base, services, decisions, endings)
    admission = Admission(services: base)
    ledger?.begin(base.epoch)
    goOn(after: previous, with: inheritance.takeConnections(), ledger)
  }

  /// Serves until a signal requests an orderly stop.
  package func run() throws(ServerError) {
    base.journal.write(
      .started,
      "audiosessiond \(version) listening on \(base.configuration.options.socketPath)",
      [Journal.Field("EPOCH", base.epoch.text)]
    )
    settle()
    base.supervisor.announceReady(statusMark, status: statusText)
    do {
      try base.loop.armTimer(at: deadline)
      while !isStopping { try turn() }
    } catch {
      throw .failed(error)
    }
    stop()
  }

  /// Runs one turn: waits, reads, carries out requests, and sends.
  ///
  /// - Parameter timeout: The longest time to wait if no work is left; nil to wait without a limit.
  /// - Throws: An error of the poller or the timer, which the daemon can't run without.
  func turn(timeout: Duration? = nil) throws(Errno) {
    let count = try base.loop.wait(timeout: base.scheduler.isIdle ? timeout : .zero)
    for index in 0..<count where !isStopping { try handle(base.loop[index]) }
    if !isStopping { serve() }
    services.enforcers.excuseTheHeld()
    settle()
    supervise()
    try base.loop.armTimer(at: deadline)
  }

  private func handle(
    _ event: (token: Token, readiness: Poller.Readiness)
  ) throws(Errno) {
    switch event.token {
    case .listener: admission.acceptAll()
    case .signals: try readSignals()
    case .timer: if try base.loop.takeExpiry() { timePassed() }
    case .connection(let id):
      if let connection = base.connections[id] { handle(event.readiness, connection) }
    case .process(let id): if let process = base.peers[id] { note(endOf: process) }
    case .configuration: finishReading()
    case .manager: break  // There is room to write; the end of the turn uses it.
    }
  }

  private func handle(_ readiness: Poller.Readiness, _ connection: Connection) {
    if readiness.contains(.hungUp) || readiness.contains(.failed) {
      base.transport.loseReader(connection)
    }
    if readiness.contains(.writable) { base.scheduler.touch(connection) }
    if readiness.contains(.readable) || !connection.life.hasReader {
      base.scheduler.enqueue(connection)
    }
  }

  /// Carries out the pending requests until the turn's time is up.
  private func serve() {
    base.scheduler.begin()
    while let (connection, timeLimit) = base.scheduler.next() {
      requests.serve(connection, until: timeLimit)
    }
  }

  /// Records that a process has ended; its sessions end with those of others, in turn.
  private func note(endOf process: ClientProcess) {
    base.peers.end(process)
    base.scheduler.end(.process(process))
  }

  /// Sends output and closes connections, and ends what has to end until the turn's time is up.
  ///
  /// The rest ends in the turns that follow at once, with requests of others in between.
  private func settle() {
    base.connections.settle()
    var limit: Int64?
    for _ in 0..<RunQueue.requestLimit {
      guard let ending = base.scheduler.nextEnding() else { return }
      let end = limit ?? SystemClock.monotonic + RunQueue.otherLength
      limit = end
      switch ending {
      case .connection(let connection): endings.end(connection)
      case .process(let process): endings.end(process)
      }
      base.connections.settle()
      if SystemClock.monotonic >= end { return }
    }
  }

  /// Handles everything that is due, until the turn's time is up.
  ///
  /// The rest is due immediately, so the next turn continues with it.
  private func timePassed() {
    let now = Instant.now
    services.enforcers.timePassed(now)
    base.connections.timePassed(now)
    base.listener.resume(at: now)
    decisions.timePassed(now, until: SystemClock.monotonic + RunQueue.otherLength)
  }

  /// The earliest deadline of all layers; nil leaves the timer disarmed.
  private var deadline: Instant? {
    Instant.earlier(
      Instant.earlier(decisions.deadline, services.enforcers.deadline),
      Instant.earlier(
        Instant.earlier(base.connections.deadline, base.listener.pauseEnd),
        base.supervisor.deadline(statusMark)
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

/// Reloading the configuration without restarting the daemon (R61).
extension Server {
  /// Starts reading the configuration again; it takes effect once read if it is valid, and
  /// otherwise the old one stays in force.
  func reload() {
    base.supervisor.announceReloading()
    startReading()
  }

  private func startReading() {
    do { try base.configuration.read() } catch {
      base.journal.write(
        .failed,
        "the configuration can't be read again and stays as it was: \(error)"
      )
      base.supervisor.announceReloaded(status: statusText)
    }
  }

  /// Handles the end of a configuration read.
  private func finishReading() {
    guard let loaded = base.configuration.takeReading() else { return }
    enforce(loaded)
    if base.configuration.takeDueReading() {
      startReading()
    } else {
      base.supervisor.announceReloaded(status: statusText)
    }
  }

  /// Puts a configuration into force, or keeps the old one and logs why.
  private func enforce(_ loaded: LoadedSettings) {
    let field = Journal.Field("EPOCH", base.epoch.text)
    guard let changes = base.configuration.replace(by: loaded) else {
      let faults = loaded.faults.map { $0.description }.joined(separator: "\n")
      base.journal.write(.policyRefused, "\(faults)\nthe configuration stays as it was", [field])
      return
    }
    for warning in loaded.warnings { base.journal.write(.configurationWarning, "\(warning)") }
    let settings = base.configuration.settings
    for connection in base.connections.all {
      let grants = base.configuration.grants(of: connection.peer, on: connection.socket)
      connection.apply(settings.limits, grants)
      services.enforcers.grantsChanged(of: connection)
    }
    decisions.reload(settings.policy)
    // A limit on output may now be higher than what is queued on a connection.
    for connection in base.connections.all { base.scheduler.touch(connection) }
    let told = changes.isEmpty ? "nothing is different" : changes.joined(separator: "; ")
    base.journal.write(.policyReloaded, "the configuration was read again: \(told)", [field])
  }
}

/// Startup and shutdown of the daemon (R1, R49).
extension Server {
  /// Adopts the connections that the previous daemon left.
  private func goOn(
    after previous: Epoch?,
    with inherited: [InheritedDescriptors.Entry],
    _ ledger: Ledger?
  ) {
    let adopted = Adoption(services: base, ledger: ledger, previous: previous).adopt(inherited)
    guard let previous else { return }
    for connection in adopted {
      let message = MediaServicesWereReset(previousEpoch: previous.text)
      base.transport.tell(message, to: connection, seq: decisions.sessions.seq)
    }
    let dropped = inherited.count - adopted.count
    base.journal.write(
      .reset,
      "took the place of a daemon that ended: \(adopted.count) connections go on, "
        + "\(dropped) could not go on and are closed",
      [
        Journal.Field("EPOCH", base.epoch.text),
        Journal.Field("PREVIOUS_EPOCH", previous.text),
        Journal.Field("ADOPTED", adopted.count), Journal.Field("DROPPED", dropped),
      ]
    )
  }

  /// Shuts down: sends held replies, answers what was read, reads no more, removes the socket.
  func stop() {
    base.supervisor.announceStopping(status: "stopping, \(statusText)")
    base.journal.write(.stopping, "stopping", [Journal.Field("EPOCH", base.epoch.text)])
    base.listener.remove()
    services.enforcers.releaseAll()
    services.listing.goOn(until: .max)
    Shutdown(base, seq: decisions.sessions.seq).run()
  }
}

/// Status reports to the service manager.
extension Server {
  /// Sends the service manager its notifications at the end of a turn, including those it
  /// previously had no room for.
  ///
  /// - Parameter now: The current time; nil to read the clock.
  func supervise(at now: Instant? = nil) {
    base.supervisor.supervise(statusMark, at: now, status: statusText)
  }

  var statusMark: Supervisor.Mark {
    Supervisor.Mark(
      seq: decisions.sessions.seq,
      counts: decisions.sessions.counts,
      connections: base.connections.usage.connections
    )
  }

  /// The status line of `systemctl status`; it contains no names, since every user can read it.
  private var statusText: String {
    let occupation = decisions.sessions.occupation(by: base.connections.usage.connections)
    guard let fault = base.configuration.faults.first else { return occupation }
    return "configuration wrong at \(fault.place); \(occupation)"
  }
}
