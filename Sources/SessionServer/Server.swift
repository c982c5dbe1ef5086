import Arbitration
import AudioSessionSystem
import AudioSessionWire
package import ConfigurationFile
import EventLoop

/// The daemon around the arbiter: sockets, identities, rights and time, on one thread.
///
/// A turn waits until something is ready, carries out what was asked, and sends to each connection
/// once what came of it. Nothing here decides about sound; that is the arbiter's.
package final class Server {
  var poller: Poller
  var timer: Deadline
  let signals: Signals
  /// Nil: nobody supervises the daemon.
  let manager: ServiceManager?
  var supervision = Supervision()
  /// What the next daemon finds; nil if nobody would keep it.
  let ledger: Ledger?
  let journal: Journal
  /// Nil once the daemon doesn't listen any more.
  var listener: SocketFile?
  /// Why and for how long the listener isn't watched, if it isn't.
  var listenerPause = ListenerPause()

  let options: ServerOptions
  /// The configuration in force, and how it came about.
  var configuration: LoadedSettings
  /// When it was read, on the calendar's clock.
  var configurationTime: Int64
  /// What was wrong when files were read last; a reload with faults leaves what holds as it was.
  var configurationFaults: [ConfigurationFault]
  /// A reload that is under way.
  var reading: ConfigurationReading?
  /// Another reload was asked for meanwhile.
  var isReadingDue = false
  /// 128 random bits, as hex digits: sessions of another epoch are gone (R49).
  let epoch: Epoch
  let startTime: Instant

  var core: Core
  var decision = Decision()
  /// When the arbiter wants to be asked again.
  var wakeTime: Instant?
  var gate = EnforcementGate()
  var log = DecisionLog()

  /// Who has places in the manager's store.
  var storeShares = StoreShares()
  /// When those who wait for a place are to be asked again; nil: nobody waits.
  var storeTime: Instant?

  var connections: [ConnectionID: Connection] = [:]
  var connectionCount: UInt64 = 0
  var observers: [Connection] = []
  var processes = Processes()
  var names = Names()
  var scopes = Scopes()
  /// How often a connection named an application.
  var applicationCount: UInt64 = 0
  var quotas = Quotas()
  var sessionCount: UInt64 = 0

  var routes = RouteReports()
  /// The routes before the event that is being carried out; the same while none is.
  var formerRoutes = RouteReports()

  /// Connections with something to send or to settle at the end of the turn.
  var dirty: [Connection] = []
  /// Connections with something to carry out.
  var runQueue = RunQueue()
  /// Users with large requests that wait for answers to be read, those first that wait longest.
  var parkedShares: [UserShare] = []
  /// An orderly stop was asked for.
  var isStopping = false

  var writer = JSONWriter()
  var incoming = IncomingLine()
  /// The interface's description, once somebody asked for it.
  var discovered: WrittenValue?
  let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16_384)

  /// Takes over the socket's path, or what a service manager hands over, and listens.
  package init(
    options: ServerOptions,
    configuration: LoadedSettings,
    service: ServiceEnvironment = ServiceEnvironment(),
    journal: Journal = Journal()
  ) throws(ServerError) {
    self.options = options
    self.configuration = configuration
    configurationTime = SystemClock.realtime
    configurationFaults = configuration.faults
    self.journal = journal
    manager = ServiceManager(service, journal: journal)
    var descriptors = service.descriptors
    let opened = Server.openLedger(
      descriptors.take { $0 == "ledger" },
      manager: manager,
      journal: journal
    )
    ledger = opened?.ledger
    sessionCount = ledger?.sessionCount ?? 0
    do {
      signals = try Signals()
      poller = try Poller()
      timer = try Deadline()
      epoch = try Server.newEpoch()
    } catch {
      throw .failed(error)
    }
    do throws(SocketFileError) {
      listener = try Server.listen(&descriptors, options)
    } catch {
      throw .socket(error)
    }
    startTime = Instant(nanoseconds: SystemClock.boottime)
    core = Core(arbiter: Arbiter(policy: configuration.settings.policy))
    decide(.started, DecisionCause(.event(.started)))
    do {
      try poller.register(signals.number, for: .reading, token: Token.signals.bits)
      try poller.register(timer.number, for: .reading, token: Token.timer.bits)
      try watchListener()
    } catch {
      throw .failed(error)
    }
    ledger?.begin(epoch)
    adopt(descriptors.take { $0.hasPrefix("client-") }, from: opened?.previous)
    Server.close(descriptors)
  }

  deinit { scratch.deallocate() }

  /// Serves until a signal asks for an orderly stop.
  package func run() throws(ServerError) {
    journal.write(
      .started,
      "audiosessiond \(version) listening on \(options.socketPath)",
      [Journal.Field("EPOCH", epoch.text)]
    )
    settle()
    announceReady()
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
    let count = try poller.wait(timeout: runQueue.isEmpty ? timeout : .zero)
    for index in 0..<count where !isStopping { try handle(poller[index]) }
    carryOutWaiting()
    settle()
    supervise()
    try armTimer()
  }

  /// What the configuration in force sets.
  var settings: Settings { configuration.settings }

  /// The moment, on the clock of every deadline.
  var now: Instant { Instant(nanoseconds: SystemClock.boottime) }

  private func handle(_ event: Poller.Event) throws(Errno) {
    switch Token(event.token) {
    case .listener: acceptConnections()
    case .signals: try readSignals()
    case .timer: if try timer.takeExpiry() { timePassed() }
    case .connection(let id): if let connection = connections[id] { handle(event, connection) }
    case .process(let id): if let process = processes[id] { processEnded(process) }
    case .configuration: finishReading()
    case .manager: break  // There is room: the end of the turn makes use of it.
    }
  }

  private func handle(_ event: Poller.Event, _ connection: Connection) {
    if event.readiness.contains(.hungUp) || event.readiness.contains(.failed) {
      deafen(connection)
    }
    if event.readiness.contains(.writable) { touch(connection) }
    if event.readiness.contains(.readable) || connection.isDeaf { runQueue.add(connection) }
  }

  private func readSignals() throws(Errno) {
    while let request = try signals.next() {
      switch request {
      case .stop: isStopping = true
      case .reload: reload()
      }
    }
  }

  private static func newEpoch() throws(Errno) -> Epoch {
    let bytes = try randomBytes(count: 16)
    let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    return Epoch(high: halves[0], low: halves[1])
  }
}
