import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore

/// Draws a timeline again whenever the daemon has decided something, until a signal ends it.
struct Follower: ~Copyable {
  private let command: Command
  private let path: String
  private let signals: Signals
  private var watch: Watch
  private var journal = Journal()
  /// The epoch of the daemon whose decisions are in the journal; nil before the first.
  private var epoch: Epoch?
  /// True if something was received that isn't drawn yet.
  private var isStale = false
  /// The time of the last drawing, in nanoseconds since boot.
  private var lastDrawing: Int64?

  /// The shortest time between two drawings.
  private static let pause = Duration.seconds(1)

  /// Begins to follow the daemon.
  ///
  /// - Throws: ``Failure`` if there is no daemon.
  init(_ invocation: Invocation, _ command: Command, _ path: String) throws(Failure) {
    let signals = try Follower.signals()
    let watch = try Watch(invocation, prints: false)
    self.command = command
    self.path = path
    self.signals = consume signals
    self.watch = consume watch
  }

  private static func signals() throws(Failure) -> Signals {
    do {
      return try Signals()
    } catch {
      throw .usage("timeline --follow: \(error)")
    }
  }

  /// Follows the daemon until SIGINT, SIGTERM or SIGHUP.
  mutating func run() throws(Failure) {
    while true {
      switch try watch.next(until: nextDrawing, beside: [signals.number]) {
      case .connected(let list): try resume(list.value)
      case .told(let notification):
        switch Input(notification.known, notification.params) {
        case .stopped: append(.stopped(at: now))
        case let input?: append(input)
        case nil: break
        }
      case .gone: append(.stopped(at: now))
      case .timeIsOver: try draw(isLive: true)
      case .readable: return try draw(isLive: false)
      case .line, .inputEnded, .outputClosed: break
      }
    }
  }

  /// When to draw next, in nanoseconds since boot; nil if nothing has changed.
  private var nextDrawing: Int64? {
    guard isStale else { return nil }
    return lastDrawing.map { $0 + Follower.pause.nanoseconds } ?? 0
  }

  /// In microseconds since 1970.
  private var now: Int64 { SystemClock.realtime / 1000 }

  private mutating func append(_ input: Input) {
    journal.append(input)
    isStale = true
  }

  private mutating func draw(isLive: Bool) throws(Failure) {
    let model = journal.model(at: now)
    try PrivateFile.write(command.text(model, isLive: isLive), to: path)
    isStale = false
    lastDrawing = SystemClock.boottime
  }

  /// Takes what was decided before the subscription from the daemon's log.
  private mutating func resume(_ list: SessionListResult) throws(Failure) {
    let log = try Source.log(list, upTo: list.seq) { parameters throws(Failure) in
      guard case .granted(let page) = try watch.call(.serverLog, parameters) else { return nil }
      return page.received()
    }
    // Without the log, the daemon has gone again.
    guard let log else { return }
    switch epoch {
    case nil: journal = log
    case list.epoch: journal.goOn(with: log)
    default: for input in log.inputs { journal.append(input) }
    }
    epoch = list.epoch
    isStale = true
  }
}
