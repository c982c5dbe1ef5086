import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionWire

/// What connections need: each depends only on those above it in this list, and none on a decision.
struct ConnectionServices {
  /// 128 random bits; sessions of any other epoch no longer exist (R49).
  let epoch: Epoch
  let startTime = Instant.now
  let loop: Loop
  let journal: Journal
  let supervisor: Supervisor
  let configuration: ConfigurationInForce
  let peers: Peers
  let listener: Listener
  let scheduler: Scheduler
  let store: ConnectionStore
  let transport: Transport
  let connections: Connections
  let subscribers: Subscribers

  init(
    _ options: ServerOptions,
    _ loaded: LoadedSettings,
    _ socket: consuming SocketFile,
    manager: ServiceManager?,
    ledger: Ledger?,
    journal: Journal
  ) throws(Errno) {
    self.journal = journal
    epoch = try Epoch.random()
    loop = try Loop()
    supervisor = Supervisor(manager, loop: loop, journal: journal)
    configuration = ConfigurationInForce(loaded, options: options, loop: loop)
    peers = Peers(loop: loop, journal: journal)
    listener = try Listener(socket, loop: loop, journal: journal)
    scheduler = Scheduler()
    store = ConnectionStore(manager: manager, ledger: ledger, journal: journal)
    transport = Transport(
      epoch: epoch,
      scheduler: scheduler,
      store: store,
      configuration: configuration
    )
    connections = Connections(
      scheduler: scheduler,
      transport: transport,
      store: store,
      configuration: configuration,
      peers: peers,
      listener: listener,
      loop: loop,
      journal: journal
    )
    subscribers = Subscribers(scheduler: scheduler)
  }
}

extension Epoch {
  /// Creates a random epoch.
  fileprivate static func random() throws(Errno) -> Epoch {
    let bytes = try randomBytes(count: 16)
    let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    return Epoch(high: halves[0], low: halves[1])
  }
}
