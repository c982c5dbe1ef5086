import AudioSessionEventLoop
import AudioSessionWire
import CPipeWire
import Enforcement
import Glibc

/// The driver of PipeWire: turns its graph into events, and carries out commands to its streams.
///
/// It decides nothing. Commands without a connection are void: every stream is lost with the
/// connection, and appears anew with the next.
final class Graph: EventSource {
  private(set) var connection: PipeWireConnection?
  /// The attempts that are left before PipeWire's socket has to appear; the next is at
  /// ``retryTime``.
  private var attempts = 0
  /// When the next attempt is due.
  private(set) var retryTime: Duration?
  private(set) var generation = 0
  /// The reason that there is no connection, for the log; nil if there is one.
  private(set) var problem: String? = "not connected to PipeWire yet"

  let flatpak: Flatpak?
  private let remote: String?
  var clients: [UInt32: GraphClient] = [:]
  var streams: [UInt32: GraphStream] = [:]
  var links = GraphLinks()
  /// The streams that have lost their sink or source while they ran.
  var moves: [UInt32: StreamMove] = [:]
  var endpoints = Endpoints()
  var defaultMetadata: UInt32?
  var neighbours = GraphNeighbours()
  var events: [GraphEvent] = []
  /// Whether commands are waiting for ``flush(at:)``.
  var hasCommands = false
  /// The sequence number at which PipeWire has handled the last release; nil once it has.
  var pendingRelease: CInt?

  var routeReporter = RouteReporter()
  private var hardwareReporter = HardwareReporter()
  var clock = GraphClock()
  /// The metadata `settings`, of which ``clock`` is made.
  var clockMetadata: UInt32?
  /// The last value that ``takeMicrophoneMuted()`` returned.
  private var toldMicrophoneMuted = false
  private(set) var route = RouteKnowledge.incomplete(until: nil)
  /// Until then a default sink that was withdrawn may be named again, without counting as lost.
  private(set) var doubtEnd: Duration?
  /// Whether something has happened that goes with other defaults, or keeps them from being told.
  var mayHaveMissedDefaults = false
  /// When the defaults are read anew; nil if there is no need.
  private var rereadTime: Duration?

  /// How much of the route has been told, and whether that was looked at.
  enum RouteKnowledge: Equatable {
    /// It is complete when PipeWire has reached that sequence number; nil if it won't be by itself.
    case incomplete(until: CInt?)
    /// It is complete, and either wasn't looked at since or is waited for.
    case unseen
    case seen
  }

  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`; without it sandboxed programs aren't looked up.
  ///   - remote: The server's name or its socket's path; nil for the one in PipeWire's variables.
  init(runtimeFolder: String?, remote: String? = nil) {
    self.remote = remote
    flatpak = runtimeFolder.map { Flatpak(runtimeFolder: $0) }
  }

  // MARK: The loop

  var descriptor: CInt? { connection?.descriptor }
  var interest: Poller.Interest { .reading }
  var deadline: Duration? {
    guard connection != nil else { return retryTime }
    let reportTime = route == .unseen ? routeReporter.deadline : nil
    return [doubtEnd, rereadTime, moveEnd, reportTime, hardwareReporter.deadline]
      .compactMap { $0 }.min()
  }

  func dispatch(at now: Duration) {
    if let connection {
      connection.dispatch()
      if connection.isLost { return lose(at: now) }
      doubt(at: now)
      rereadDefaults(at: now)
      endMoves(at: now)
    } else if let retryTime, now >= retryTime {
      connect(at: now)
    }
  }

  /// Connects unless connected: at the start, and when PipeWire's socket has appeared.
  func retry(at now: Duration) {
    guard connection == nil else { return }
    attempts = Graph.attempts
    connect(at: now)
  }

  // MARK: The route

  /// Has the route checked once everything that it depends on has been told.
  func reviewRoute() {
    route = .incomplete(until: connection?.synchronize())
    followPorts()
  }

  /// Notes that PipeWire has reached a sequence number.
  func reachRoute(_ sequence: CInt) {
    if route == .incomplete(until: sequence) { route = .unseen }
  }

  /// The time that a withdrawn default sink may stay away.
  private static let patienceWithDoubt = Duration.seconds(1)

  /// Accepts that there is no default sink once that has lasted.
  private func doubt(at now: Duration) {
    guard endpoints.isSinkDoubtful else { return doubtEnd = nil }
    let end = doubtEnd ?? now + Graph.patienceWithDoubt
    doubtEnd = end
    guard end <= now else { return }
    doubtEnd = nil
    endpoints.settleDoubt()
    reviewDefaults()
  }

  /// The time after which a session manager has chosen its defaults among other sinks and sources.
  private static let patienceWithDefaults = Duration.seconds(1)

  /// Reads the defaults anew a while after a sink or a source has come or gone, a client has gone or
  /// a stream was moved; once in that time at most.
  ///
  /// While some client is subscribing to metadata that a session manager keeps, PipeWire tells a
  /// change to that client alone, and all others miss it; if it leaves before it was answered, as
  /// `wpctl` may, they miss all that follow (0.3.65, 1.4.2 and 1.6.8). Since reading anew does the
  /// first to others, it is done only where a default is likely to have changed.
  private func rereadDefaults(at now: Duration) {
    if let time = rereadTime, time <= now {
      rereadTime = nil
      if let defaultMetadata { connection?.watch(defaultMetadata, .metadata) }
    }
    guard mayHaveMissedDefaults, rereadTime == nil else { return }
    rereadTime = now + Graph.patienceWithDefaults
    mayHaveMissedDefaults = false
  }

  /// Takes the events since the last call, in order.
  func takeEvents() -> [GraphEvent] {
    defer { events = [] }
    return events
  }

  /// The route and why it has changed, once it differs from the last that was taken (R40).
  ///
  /// There is none while PipeWire or its session manager is away; the one they come back with
  /// counts.
  func takeRoute(at now: Duration) -> RouteReport? {
    guard route == .unseen, endpoints.isDefaultKnown else { return nil }
    let report = routeReporter.report(on: endpoints, at: now)
    if routeReporter.deadline == nil { route = .seen }
    return report
  }

  /// What is known of the hardware, once it differs from what was taken last (R67).
  func takeHardware(at now: Duration) -> HardwareObject? {
    guard connection != nil, endpoints.isDefaultKnown else { return nil }
    return hardwareReporter.report(endpoints.hardware(clock), at: now)
  }

  /// Whether the card mutes the default microphone in hardware, if that has changed (R43).
  ///
  /// A card that can't tell counts as not muted.
  func takeMicrophoneMuted() -> Bool? {
    if case .incomplete = route { return nil }
    guard endpoints.isDefaultKnown else { return nil }
    let isMuted = endpoints.isMicrophoneMuted ?? false
    guard isMuted != toldMicrophoneMuted else { return nil }
    toldMicrophoneMuted = isMuted
    return isMuted
  }

  /// Whether PipeWire has handled every release: an orderly end before that would lose some.
  var isSettled: Bool { connection == nil || pendingRelease == nil }

  // MARK: The connection

  /// The number of attempts to connect before PipeWire's socket has to appear anew.
  private static let attempts = 6
  /// The delay before the first attempt; it doubles with each further one.
  private static let patience = Duration.milliseconds(25)

  /// Connects, or sets the problem and the time of the next attempt.
  ///
  /// A service manager holds PipeWire's socket while PipeWire restarts, so that no new one appears;
  /// and a socket can be seen a moment before anybody listens on it.
  private func connect(at now: Duration) {
    retryTime = nil
    // What was touched through another connection, by whomever, isn't known any more. Before ours,
    // so that both use the same memory.
    Sweep.run(remote: remote)
    do {
      connection = try PipeWireConnection(listener: self, remote: remote)
      generation += 1
      problem = nil
    } catch {
      problem = Graph.sentence(error)
      guard error.code != ENOTSUP, attempts > 0 else { return }
      attempts -= 1
      retryTime = now + Graph.patience * (1 << (Graph.attempts - attempts - 1))
    }
  }

  /// Drops the connection and everything that was learned through it.
  func lose(at now: Duration) {
    connection = nil
    generation += 1
    problem = "PipeWire closed the connection"
    clients = [:]
    streams = [:]
    links = GraphLinks()
    moves = [:]
    endpoints = Endpoints()
    defaultMetadata = nil
    clock = GraphClock()
    clockMetadata = nil
    pendingRelease = nil
    routeReporter.noteAbsence()
    neighbours = GraphNeighbours()
    route = .incomplete(until: nil)
    doubtEnd = nil
    rereadTime = nil
    events.append(.lost)
    attempts = Graph.attempts
    connect(at: now)
  }

  private static func sentence(_ failure: PipeWireConnection.Failure) -> String {
    switch failure.code {
    case ENOTSUP: "this audiosession-agent was built without PipeWire"
    case EHOSTDOWN: "PipeWire isn't running"
    default: "can't connect to PipeWire: \(String(cString: strerror(failure.code)))"
    }
  }
}
