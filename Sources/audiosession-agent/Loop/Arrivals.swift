import AudioSessionSystem
import EventLoop

/// Sockets that appear: PipeWire's, the daemon's, the buses'. Until one does, nobody asks for it.
final class Arrivals: EventSource {
  enum Arrival { case pipeWire, daemon, sessionBus, systemBus }

  private var watch: FileWatch
  private let arrivals: [String: Arrival]
  private var news: [Arrival] = []
  let generation = 0

  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`; nil: only the daemon is waited for.
  ///   - daemonPaths: Where the daemon's socket may be.
  init(runtimeFolder: String?, daemonPaths: [String]) throws(Errno) {
    var arrivals: [String: Arrival] = ["/run/dbus/system_bus_socket": .systemBus]
    for path in daemonPaths where path.hasPrefix("/") { arrivals[path] = .daemon }
    if let runtimeFolder {
      arrivals["\(runtimeFolder)/bus"] = .sessionBus
      arrivals["\(runtimeFolder)/pipewire-0"] = .pipeWire
    }
    self.arrivals = arrivals
    watch = try FileWatch()
    try watch.watch(Set(arrivals.keys))
  }

  var descriptor: CInt? { watch.number }
  var interest: Poller.Interest { .reading }
  var deadline: Duration? { nil }

  func dispatch(at now: Duration) {
    // Without watches, what is there at the start is all there is.
    let changes = (try? watch.takeChanges()) ?? []
    news += changes.filter { $0.kind != .vanished }.compactMap { arrivals[$0.path] }
  }

  /// What has appeared since the last call.
  func takeArrivals() -> [Arrival] {
    defer { news = [] }
    return news
  }
}
