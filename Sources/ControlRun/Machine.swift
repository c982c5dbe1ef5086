import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// The decisions of `run`: what happens to the session is done to the command, and the other way.
///
/// It has no I/O and no clock of its own.
struct Machine: Sendable {
  private let settings: Settings
  /// The daemon's path, for messages.
  private let socket: String
  private var session = Session()
  private var command: Command
  /// The actions of the event that is being handled.
  private var actions: [Action] = []

  /// How long an interrupter may take to return to a new daemon.
  private static let returnPatience = Duration.seconds(2)

  /// - Parameters:
  ///   - settings: What the command line asks for.
  ///   - socket: The daemon's path, for messages.
  init(_ settings: Settings, socket: String) {
    self.settings = settings
    self.socket = socket
    command = Command(settings.reaction)
  }

  /// The time of the next `timePassed`, in nanoseconds since boot; nil if none is needed.
  var deadline: Int64? {
    let sessions: Int64? =
      switch session.standing {
      case .away(let time): time
      case .probing(let next): next
      default: nil
      }
    let commands: [Int64?] =
      switch command.phase {
      case .waiting(let waiting): [waiting.answer, waiting.loss, waiting.turn]
      case .held(let end): [end]
      case .free: []
      }
    return (commands + [sessions]).compactMap { $0 }.min()
  }

  /// Begins.
  mutating func begin(at now: Int64) -> [Action] {
    awaitAnswer(at: now)
    return [.connect] + session.open()
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
    case .wasSuspended: if session.standing == .active { ask(at: now) }
    case .ended(let shouldResume): ended(shouldResume, at: now)
    case .recommended(let shouldResume): recommended(shouldResume, at: now)
    case .evicted: evicted()
    case .disconnected(let failure): disconnected(failure, at: now)
    case .wereReset: open(at: now)
    case .probed(let isFree):
      if isFree, case .probing = session.standing { ask(at: now) }
    case .decided: session.decided(at: now)
    case .command(let change): changed(change, at: now)
    case .signal(let signal): handle(signal: signal, at: now)
    case .timePassed: passTime(at: now)
    }
    defer { actions = [] }
    return actions
  }

  private mutating func finish(_ outcome: Action.Outcome) { actions.append(.finish(outcome)) }

  private mutating func fail(_ error: ErrorReply) {
    finish(.failure(.client(.refused(error), at: socket)))
  }

  private mutating func tell(_ words: String) { actions.append(.tell("\(settings.name)\(words)")) }
}

/// The session.
extension Machine {
  private mutating func open(at now: Int64) {
    actions += session.open()
    command.limitLoss(at: now)
  }

  private mutating func ask(at now: Int64) {
    awaitAnswer(at: now)
    actions += session.ask()
  }

  /// Limits the time before the command starts, whatever the daemon does.
  ///
  /// A connection on which nothing is answered is kept: the answers that come late count, too.
  private mutating func awaitAnswer(at now: Int64) {
    guard let waiting = command.waiting, waiting.answer == nil else { return }
    command.waiting?.answer = now + settings.timeout.nanoseconds
  }

  private mutating func opened(at now: Int64) {
    command.endLoss()
    session.opened()
    guard command.isWanted else { return }
    guard command.isHeld else { return ask(at: now) }
    // Whoever interrupted it may be on the way back to the new daemon, too.
    actions += session.probe(at: now + Machine.returnPatience.nanoseconds)
  }

  private mutating func notOpened(_ error: ErrorReply) {
    guard command.waiting == nil else { return fail(error) }
    session.closed()
    tell(" has no session: \(error.sentence)")
    actions += command.proceed()
  }

  private mutating func granted() {
    guard let first = session.granted() else { return }
    actions += first
    actions += command.waiting == nil ? command.proceed() : command.start(hasSession: true)
  }

  private mutating func refused(_ error: ErrorReply, at now: Int64) {
    guard session.refused() else { return }
    if let waiting = command.waiting { return wait(waiting, error, at: now) }
    tell(": \(error.sentence)")
    actions += command.hold()
  }

  private mutating func wait(_ former: Command.Waiting, _ error: ErrorReply, at now: Int64) {
    command.waiting?.answer = nil
    command.waiting?.refusal = error
    guard settings.patience != .none, error.isTemporary else { return fail(error) }
    guard former.refusal == nil else { return }
    tell(" waits: \(error.sentence)")
    if case .atMost(let limit) = settings.patience {
      command.waiting?.turn = now + limit.nanoseconds
    }
  }

  private mutating func interrupted() {
    // A session that was deactivated is interrupted no more (R29).
    guard command.isWanted else { return }
    session.interrupted()
    guard command.waiting == nil else { return }
    if settings.reaction != .ignore && !command.isHeld { actions.append(.explain) }
    actions += command.hold()
  }

  private mutating func ended(_ shouldResume: Bool, at now: Int64) {
    let wasInterrupted = session.standing == .interrupted
    session.ended()
    guard wasInterrupted else { return }
    if shouldResume { return ask(at: now) }
    guard command.isHeld else { return }
    let remedy = "send SIGCONT to this program to continue it"
    tell(" stays paused, since nothing resumes it; \(remedy)")
  }

  private mutating func recommended(_ shouldResume: Bool, at now: Int64) {
    guard session.standing == .refused else { return }
    if shouldResume {
      ask(at: now)
    } else if command.waiting == nil {
      session.declined()
    } else {
      // Another session's turn came first; this one waits until it would interrupt nobody.
      actions += session.probe(at: now)
    }
  }

  private mutating func evicted() {
    session.closed()
    guard command.waiting == nil else { return fail(Machine.eviction) }
    tell(": its session was evicted")
    if settings.reaction != .ignore { actions += command.terminate() }
  }

  private static let eviction = ErrorReply(
    code: -32002,
    message: "The session was evicted.",
    data: ErrorReply.Details(name: "noSuchSession")
  )

  private mutating func disconnected(_ failure: Failure, at now: Int64) {
    session.lost(at: now)
    if command.waiting != nil && !session.hasBeenOpen { return startEarly(because: failure) }
    command.limitLoss(at: now)
  }

  /// Starts the command before its session is active.
  private mutating func startEarly(because failure: Failure) {
    if settings.isStrict { return finish(.failure(failure)) }
    let isOpen = session.isAsking
    let what = isOpen ? "before its session is active" : "without a session"
    let reason = failure.message ?? "no daemon"
    actions.append(.tell("\(settings.name) runs \(what): \(reason)", isNeeded: true))
    actions += command.start(hasSession: isOpen)
  }
}

/// The command, the signals and the time.
extension Machine {
  private mutating func changed(_ change: Event.Change, at now: Int64) {
    switch change {
    case .stopped(let signal, let foreground): take(command.stopped(by: signal, foreground))
    case .continued: if command.continued() && session.mayAsk { ask(at: now) }
    case .ended(let status):
      actions.append(.reclaimTerminal(restoresModes: status > 128))
      finish(.status(status))
    }
  }

  /// Takes what a stop leads to, after the end of the session that it may be for.
  private mutating func take(_ stop: [Action]) {
    if !command.isWanted { actions += session.giveUp() }
    actions += stop
  }

  private mutating func handle(signal: CInt, at now: Int64) {
    switch signal {
    case SIGCONT:
      guard command.wish() else { return }
      if session.mayAsk { return ask(at: now) }
      if !session.isAsking { actions += command.proceed() }
    case SIGTSTP: take(command.suspend())
    case _ where command.waiting != nil && Command.ends.contains(signal):
      finish(.status(128 + signal))
    default: actions += command.pass(signal)
    }
  }

  private mutating func passTime(at now: Int64) {
    func isOver(_ time: Int64?) -> Bool { time.map { $0 <= now } ?? false }
    if isOver(command.waiting?.answer) {
      startEarly(because: .client(.timedOut, at: socket))
      if settings.isStrict { return }
    }
    switch session.standing {
    case .away(let time) where isOver(time):
      actions.append(.connect)
      open(at: now)
    case .probing(let next) where isOver(next): actions += session.probe()
    default: break
    }
    switch command.phase {
    // Nothing is held on behalf of a daemon that has gone.
    case .held(let end) where isOver(end): actions += command.proceed()
    case .waiting(let waiting) where isOver(waiting.loss):
      startEarly(because: .daemonWent("the daemon has gone"))
    case .waiting(let waiting) where isOver(waiting.turn):
      if let refusal = waiting.refusal { fail(refusal) }
    case .waiting, .free, .held: break
    }
  }
}

extension ErrorReply {
  /// True if the daemon recommends when to activate again (R34).
  fileprivate var isTemporary: Bool {
    ["insufficientPriority", "siriIsRecording"].contains(name)
  }
}
