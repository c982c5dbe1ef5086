import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem

/// Watches for the sockets of PipeWire, the daemon and the buses to appear, so that none is polled.
///
/// The silent switch's file is also watched for vanishing.
final class Arrivals: EventSource {
  enum Arrival: Equatable { case pipeWire, daemon, sessionBus, systemBus, silentSwitch }

  private var watch: FileWatch
  private let arrivals: [String: Arrival]
  private var news: [Arrival] = []
  let generation = 0

  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`; without it PipeWire's socket isn't watched.
  ///   - daemonPaths: The possible paths of the daemon's socket.
  ///   - silentSwitch: The file of the silent switch.
  /// - Throws: The error of inotify(7).
  init(
    runtimeFolder: String?,
    daemonPaths: [String],
    silentSwitch: String?
  ) throws(Errno) {
    var arrivals: [String: Arrival] = [:]
    if let path = BusAddress.system().socketPath { arrivals[path] = .systemBus }
    if let path = BusAddress.session()?.socketPath { arrivals[path] = .sessionBus }
    for path in daemonPaths where path.hasPrefix("/") { arrivals[path] = .daemon }
    if let runtimeFolder { arrivals["\(runtimeFolder)/pipewire-0"] = .pipeWire }
    if let silentSwitch { arrivals[silentSwitch] = .silentSwitch }
    var watch = try FileWatch(seesWrites: false)
    _ = try watch.watch(Set(arrivals.keys))
    self.watch = watch
    self.arrivals = arrivals
  }

  var descriptor: CInt? { watch.number }
  var interest: Poller.Interest { .reading }
  var deadline: Duration? { nil }

  func dispatch(at now: Duration) {
    // Without watches, what is there at the start is all there is.
    let changes = (try? watch.takeChanges()) ?? []
    for change in changes {
      guard let arrival = arrivals[change.path] else { continue }
      if change.kind != .vanished || arrival == .silentSwitch { news.append(arrival) }
    }
  }

  /// Takes the arrivals since the last call.
  func takeArrivals() -> [Arrival] {
    defer { news = [] }
    return news
  }
}
