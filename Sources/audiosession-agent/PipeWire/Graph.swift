import AudioSessionWire
import CPipeWire
import Enforcement
import EventLoop
import Glibc

/// The driver of PipeWire: what its graph shows as events, and what is to be done to its streams.
///
/// It decides nothing. Whatever it is told while PipeWire is away is void: with the connection every
/// stream is lost, and comes anew with the next.
final class Graph: EventSource {
  var connection: PipeWireConnection?
  /// Tries to connect that are left, at ``retryTime``, without being told that PipeWire is there.
  var attempts = 0
  /// When the next of them is due.
  var retryTime: Duration?
  var generation = 0
  /// Why there is no connection, a sentence for the log; nil: there is one.
  var problem: String? = "PipeWire hasn't been asked for yet"

  /// Where it is noted what would have to be repaired after a crash.
  let ledger: Ledger?
  let flatpak: Flatpak?
  let remote: String?
  var cookie: UInt32 = 0
  var clients: [UInt32: GraphClient] = [:]
  var streams: [UInt32: GraphStream] = [:]
  var links = GraphLinks()
  var endpoints = Endpoints()
  var defaultMetadata: UInt32?
  var events: [GraphEvent] = []
  var releases = GraphReleases()

  /// What `takeRoute` and `takeMicrophoneMuted` told last.
  private var toldRoute: Route?
  private var toldMicrophoneMuted: Bool?
  /// The sequence number from which on the route is whole; nil: it hasn't changed.
  var routeSequence: CInt?
  /// Until when a default sink that was taken back may be named again, and be none that was lost.
  var doubtEnd: Duration?
  /// Whether the route is whole and nobody has looked at it since.
  private var isRouteUnseen = false
  private var isMicrophoneUnseen = false

  /// - Parameters:
  ///   - ledger: Nil: nothing is noted, and a crash is repaired by nobody.
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`; nil: processes of sandboxed programs aren't looked up.
  ///   - remote: The server's name or its socket's path; nil: as PipeWire's own variables say.
  init(ledger: Ledger?, runtimeFolder: String?, remote: String? = nil) {
    self.ledger = ledger
    self.remote = remote
    flatpak = runtimeFolder.map { Flatpak(runtimeFolder: $0) }
  }

  // MARK: The loop

  var descriptor: CInt? { connection?.descriptor }
  var interest: Poller.Interest { .reading }
  var deadline: Duration? { connection == nil ? retryTime : doubtEnd }

  func dispatch(at now: Duration) {
    if let connection {
      connection.dispatch()
      if connection.isLost { return lose(at: now) }
      doubt(at: now)
    } else if let retryTime, now >= retryTime {
      connect(at: now)
    }
  }

  /// Connects if there is no connection: at the start, and when PipeWire's socket has appeared.
  func retry(at now: Duration) {
    guard connection == nil else { return }
    attempts = Graph.attempts
    connect(at: now)
  }

  /// The route isn't to be looked at before PipeWire has come as far as `sequence`; nil: not at all.
  func awaitRoute(_ sequence: CInt?) {
    routeSequence = sequence
    isRouteUnseen = false
    isMicrophoneUnseen = false
  }

  /// All that the route depends on has been told.
  func completeRoute() {
    routeSequence = nil
    isRouteUnseen = true
    isMicrophoneUnseen = true
  }

  /// What has happened since the last call, in order.
  func takeEvents() -> [GraphEvent] {
    defer { events = [] }
    return events
  }

  /// The route if it is another one than the last that was taken (R40).
  ///
  /// While PipeWire or its session manager is away there is none: what they come back with counts.
  func takeRoute() -> Route? {
    guard isRouteUnseen, endpoints.isDefaultKnown else { return nil }
    isRouteUnseen = false
    let route = endpoints.currentRoute
    guard route != toldRoute else { return nil }
    toldRoute = route
    return route
  }

  /// Whether the default microphone is muted by the card itself, if that has changed (R47); one that
  /// can't say so counts as not muted.
  func takeMicrophoneMuted() -> Bool? {
    guard isMicrophoneUnseen, endpoints.isDefaultKnown else { return nil }
    isMicrophoneUnseen = false
    let isMuted = endpoints.isMicrophoneMuted ?? false
    guard isMuted != toldMicrophoneMuted ?? false else { return nil }
    toldMicrophoneMuted = isMuted
    return isMuted
  }

  /// Whether PipeWire has dealt with every stream that was given back: before that an orderly end
  /// would lose what isn't sent yet.
  var isSettled: Bool { connection == nil || releases.isEmpty }
}
