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
  var connection: PipeWireConnection?
  /// The attempts that are left before PipeWire's socket has to appear; the next is at
  /// ``retryTime``.
  var attempts = 0
  /// When the next attempt is due.
  var retryTime: Duration?
  var generation = 0
  /// The reason that there is no connection, for the log; nil if there is one.
  var problem: String? = "not connected to PipeWire yet"

  let flatpak: Flatpak?
  let remote: String?
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
  /// The last value that `takeMicrophoneMuted` returned.
  private var toldMicrophoneMuted: Bool?
  /// The sequence number at which the route is complete; nil if it hasn't changed.
  var routeSequence: CInt?
  /// Until then a default sink that was withdrawn may be named again, without counting as lost.
  var doubtEnd: Duration?
  /// Whether the route is complete, and either wasn't looked at since or is waited for.
  private var isRouteUnseen = false
  private var isMicrophoneUnseen = false

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
    let reportTime = isRouteUnseen ? routeReporter.deadline : nil
    return [doubtEnd, moveEnd, reportTime].compactMap(\.self).min()
  }

  func dispatch(at now: Duration) {
    if let connection {
      connection.dispatch()
      if connection.isLost { return lose(at: now) }
      doubt(at: now)
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

  /// Defers the route until PipeWire has reached `sequence`, or for good if that is nil.
  func awaitRoute(_ sequence: CInt?) {
    routeSequence = sequence
    isRouteUnseen = false
    isMicrophoneUnseen = false
  }

  /// Marks the route as complete: everything it depends on has been told.
  func completeRoute() {
    routeSequence = nil
    isRouteUnseen = true
    isMicrophoneUnseen = true
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
    guard isRouteUnseen, endpoints.isDefaultKnown else { return nil }
    let report = routeReporter.report(on: endpoints, at: now)
    isRouteUnseen = routeReporter.deadline != nil
    return report
  }

  /// Whether the card mutes the default microphone in hardware, if that has changed (R43).
  ///
  /// A card that can't tell counts as not muted.
  func takeMicrophoneMuted() -> Bool? {
    guard isMicrophoneUnseen, endpoints.isDefaultKnown else { return nil }
    isMicrophoneUnseen = false
    let isMuted = endpoints.isMicrophoneMuted ?? false
    guard isMuted != toldMicrophoneMuted ?? false else { return nil }
    toldMicrophoneMuted = isMuted
    return isMuted
  }

  /// Whether PipeWire has handled every release: an orderly end before that would lose some.
  var isSettled: Bool { connection == nil || pendingRelease == nil }
}
