import AudioSessionClient
import AudioSessionSystem
import ControlCore
import Glibc

/// The decisions of `run`, from what happens to the session and to the command.
///
/// It has no I/O and no clock of its own.
struct Machine: Sendable {
  let settings: Settings
  let socket: String

  /// The session, as far as the daemon has told.
  enum Standing: Equatable, Sendable {
    /// There is no connection.
    case away
    /// The daemon was asked to open a session.
    case opening
    case inactive
    /// The daemon was asked to activate it; it may be interrupted meanwhile.
    case asking(isInterrupted: Bool)
    case active
    case interrupted
    /// It was refused, and the daemon will recommend when to ask again.
    case refused
    /// Its interruption has ended without a recommendation to resume.
    case declined
    /// It is activated as soon as that disturbs nobody.
    case probing
    /// It was evicted, or can't be opened.
    case closed
  }

  /// What was decided before, and isn't known to the daemon.
  var standing = Standing.away
  var isStarted = false
  /// True unless the user has stopped the command.
  var isWanted = true
  /// True while the command is stopped or paused by this program.
  var isHeld = false
  /// True while the command's process is stopped, whoever did it.
  var isStopped = false
  /// True once a session was opened.
  private var hadSession = false
  /// True while the daemon tells every decision.
  var isWatching = false
  /// The error of the last refusal.
  var refusal: ErrorReply?
  var deadlines = Deadlines()
  private var retryDelay = Machine.firstRetry
  /// The actions of the event that is being handled.
  var actions: [Action] = []

  private static let firstRetry = Duration.milliseconds(100)
  private static let longestRetry = Duration.seconds(1)
  /// How long a command stays held when there is no daemon any more.
  private static let lossPatience = Duration.seconds(5)
  /// How long an interrupter may take to return to a new daemon.
  private static let returnPatience = Duration.seconds(2)
  /// The pause between two attempts to find out whether the session may be activated.
  private static let probePause = Duration.milliseconds(100)

  /// - Parameters:
  ///   - settings: What the command line asks for.
  ///   - socket: The daemon's path, for messages.
  init(_ settings: Settings, socket: String) {
    self.settings = settings
    self.socket = socket
  }

  /// The time of the next `timePassed`, in nanoseconds since boot; nil if none is needed.
  var deadline: Int64? { deadlines.next }

  /// Begins.
  mutating func begin(at now: Int64) -> [Action] {
    awaitAnswer(at: now)
    connect(at: now)
    return take()
  }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time, in nanoseconds since boot.
  /// - Returns: The actions, to be carried out in this order.
  mutating func handle(_ event: Event, at now: Int64) -> [Action] {
    switch event {
    case .opened: opened(at: now)
    case .notOpened(let error): notOpened(error)
    case .granted: granted()
    case .refused(let error): refused(error, at: now)
    case .interrupted: interrupted()
    case .wasSuspended: wasSuspended(at: now)
    case .ended(let shouldResume): ended(shouldResume, at: now)
    case .recommended(let shouldResume): recommended(shouldResume, at: now)
    case .evicted: evicted()
    case .disconnected(let failure): disconnected(failure, at: now)
    case .wereReset: open(at: now)
    case .probed(let isFree): if standing == .probing && isFree { ask(at: now) }
    case .decided: probeSoon(at: now)
    case .command(let change): changed(change, at: now)
    case .signal(let signal): handle(signal: signal, at: now)
    case .timePassed: passTime(at: now)
    }
    return take()
  }

  private mutating func take() -> [Action] {
    defer { actions = [] }
    return actions
  }

  mutating func finish(_ outcome: Action.Outcome) {
    deadlines = Deadlines()
    actions.append(.finish(outcome))
  }

  // MARK: The connection

  private mutating func connect(at now: Int64) {
    actions.append(.connect)
    open(at: now)
  }

  private mutating func open(at now: Int64) {
    isWatching = false
    standing = .opening
    limitLoss(at: now)
    actions.append(.open)
  }

  /// Limits the time before the command starts, whatever the daemon does.
  ///
  /// A connection on which nothing is answered is kept: the answers that come late count, too.
  mutating func awaitAnswer(at now: Int64) {
    guard !isStarted, deadlines.start == nil else { return }
    deadlines.start = now + settings.timeout.nanoseconds
  }

  /// Limits the time for which what isn't heard waits for a session.
  private mutating func limitLoss(at now: Int64) {
    guard deadlines.loss == nil, isHeld || !isStarted && deadlines.start == nil else { return }
    deadlines.loss = now + Machine.lossPatience.nanoseconds
  }

  private mutating func opened(at now: Int64) {
    deadlines.loss = nil
    retryDelay = Machine.firstRetry
    hadSession = true
    standing = .inactive
    guard isWanted else { return }
    guard isHeld else { return ask(at: now) }
    // Whoever interrupted it may be on the way back to the new daemon, too.
    probe(at: now + Machine.returnPatience.nanoseconds)
  }

  private mutating func notOpened(_ error: ErrorReply) {
    guard isStarted else { return finish(.failure(.client(.refused(error), at: socket))) }
    standing = .closed
    actions.append(.tell("\(settings.name) has no session: \(error.sentence)"))
    proceed()
  }

  private mutating func disconnected(_ failure: Failure, at now: Int64) {
    standing = .away
    isWatching = false
    deadlines.probe = nil
    deadlines.retry = now + retryDelay.nanoseconds
    retryDelay = min(retryDelay * 2, Machine.longestRetry)
    if !isStarted && !hadSession { return startEarly(because: failure) }
    limitLoss(at: now)
  }

  /// Starts the command before its session is active.
  private mutating func startEarly(because failure: Failure) {
    if settings.isStrict { return finish(.failure(failure)) }
    let isOpen = if case .asking = standing { true } else { false }
    let what = isOpen ? "before its session is active" : "without a session"
    let reason = failure.message ?? "no daemon"
    actions.append(.tell("\(settings.name) runs \(what): \(reason)", isNeeded: true))
    start(hasSession: isOpen)
  }

  mutating func start(hasSession: Bool) {
    isStarted = true
    deadlines.start = nil
    deadlines.wait = nil
    actions.append(.start(hasSession: hasSession))
  }

  // MARK: Time

  private mutating func passTime(at now: Int64) {
    if deadlines.take(\.start, at: now) { startEarly(because: .client(.timedOut, at: socket)) }
    if deadlines.take(\.retry, at: now) { connect(at: now) }
    if deadlines.take(\.probe, at: now) && standing == .probing { actions.append(.probe) }
    if deadlines.take(\.loss, at: now) {
      // Nothing is held on behalf of a daemon that has gone.
      if isStarted { proceed() } else { startEarly(because: .daemonWent("the daemon has gone")) }
    }
    if deadlines.take(\.wait, at: now), let refusal {
      finish(.failure(.client(.refused(refusal), at: socket)))
    }
  }

  /// Asks whether an activation would disturb anybody, now and after each decision.
  mutating func probe(at time: Int64) {
    standing = .probing
    deadlines.probe = time
    if !isWatching { actions.append(.watch(true)) }
    isWatching = true
  }

  private mutating func probeSoon(at now: Int64) {
    guard standing == .probing, deadlines.probe == nil else { return }
    deadlines.probe = now + Machine.probePause.nanoseconds
  }
}

/// The times at which something is due, in nanoseconds since boot.
struct Deadlines: Equatable, Sendable {
  /// The command starts, whether or not the daemon has answered.
  var start: Int64?
  /// The next attempt to connect.
  var retry: Int64?
  /// The next question whether the session may be activated.
  var probe: Int64?
  /// The end of patience with a daemon that has gone.
  var loss: Int64?
  /// The end of `--wait`.
  var wait: Int64?

  var next: Int64? { [start, retry, probe, loss, wait].compactMap { $0 }.min() }

  /// Removes a time that has come.
  mutating func take(_ deadline: WritableKeyPath<Deadlines, Int64?>, at now: Int64) -> Bool {
    guard let time = self[keyPath: deadline], time <= now else { return false }
    self[keyPath: deadline] = nil
    return true
  }
}
