import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The command of `run`, what a shell does with a job; it knows nothing of the session.
struct Command: Sendable {
  enum Phase: Equatable, Sendable {
    /// It hasn't begun.
    case waiting(Waiting)
    case free
    /// It is stopped or paused by this program; without a daemon until this time.
    case held(until: Int64?)
  }

  /// What keeps it from beginning; times are in nanoseconds since boot.
  struct Waiting: Equatable, Sendable {
    /// It begins then, whether or not the daemon has answered.
    var answer: Int64?
    /// The end of patience with a daemon that has gone.
    var loss: Int64?
    /// The end of `--wait`.
    var turn: Int64?
    /// The error of the last refusal.
    var refusal: ErrorReply?
  }

  private(set) var phase = Phase.waiting(Waiting())
  /// True unless the user has stopped it.
  private(set) var isWanted = true
  /// True while its process is stopped, whoever did it.
  private var isStopped = false
  private let reaction: Settings.Reaction

  init(_ reaction: Settings.Reaction) { self.reaction = reaction }

  /// How long it stays held when there is no daemon any more.
  private static let lossPatience = Duration.seconds(5)
  /// The signals that a terminal sends to stop a job.
  private static let keys: Set<CInt> = [SIGTSTP, SIGTTIN, SIGTTOU]
  /// The signals that end a program which doesn't handle them, and are meant to.
  static let ends: Set<CInt> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Nil once it has begun.
  var waiting: Waiting? {
    get { if case .waiting(let waiting) = phase { waiting } else { nil } }
    set { if waiting != nil, let newValue { phase = .waiting(newValue) } }
  }

  var isHeld: Bool { if case .held = phase { true } else { false } }

  /// True while this program has it stopped.
  private var isHeldByStop: Bool { isHeld && reaction == .stop }

  // MARK: The session

  mutating func start(hasSession: Bool) -> [Action] {
    phase = .free
    return [.start(hasSession: hasSession)]
  }

  /// Does to it what is to be done when it may not be heard.
  mutating func hold() -> [Action] {
    guard isWanted, !isHeld else { return [] }
    switch reaction {
    case .stop:
      phase = .held(until: nil)
      // While it is stopped, the terminal's keys reach this program.
      return [.takeTerminal, .send(SIGSTOP)]
    case .pause:
      phase = .held(until: nil)
      return [.run(.pause)]
    case .terminate: return terminate()
    case .ignore: return []
    }
  }

  /// Lets it go on.
  mutating func proceed() -> [Action] {
    let helper: [Action] = isHeld && reaction == .pause ? [.run(.resume)] : []
    let isToContinue = isStopped || isHeldByStop
    phase = .free
    return isToContinue ? helper + resume() : helper
  }

  mutating func terminate() -> [Action] {
    phase = .free
    return [.send(SIGTERM)] + resume()
  }

  private mutating func resume() -> [Action] {
    isStopped = false
    return [.giveTerminal(isForced: false), .send(SIGCONT)]
  }

  /// Limits the time for which what isn't heard waits for a session.
  mutating func limitLoss(at now: Int64) {
    let end = now + Command.lossPatience.nanoseconds
    switch phase {
    case .held(until: nil): phase = .held(until: end)
    case .waiting(let waiting) where waiting.answer == nil && waiting.loss == nil:
      self.waiting?.loss = end
    case .waiting, .free, .held: break
    }
  }

  /// There is a daemon again.
  mutating func endLoss() {
    waiting?.loss = nil
    if isHeld { phase = .held(until: nil) }
  }

  // MARK: The job

  mutating func stopped(by signal: CInt, _ foreground: Event.Foreground) -> [Action] {
    isStopped = true
    if isHeldByStop { return [] }
    let wantsTerminal = signal == SIGTTIN || signal == SIGTTOU
    if wantsTerminal && foreground == .own {
      isStopped = false
      return [.giveTerminal(isForced: true), .send(SIGCONT)]
    }
    let isJob = foreground == .own || foreground == .command || wantsTerminal
    guard foreground != .none || !Command.keys.contains(signal) else {
      // Nobody could continue this program: as the kernel does, the key is ignored.
      return resume()
    }
    giveUp()
    return isJob ? [.takeTerminal, .suspend] : []
  }

  /// Handles the terminal's key that stops a job, pressed while this program has the terminal.
  mutating func suspend() -> [Action] {
    guard waiting == nil else { return [.suspend] }
    guard isStopped || isHeld else { return [.send(SIGTSTP)] }
    giveUp()
    return [.suspend]
  }

  private mutating func giveUp() {
    isWanted = false
    endLoss()
    // What the helper has paused, only the helper resumes.
    if isHeldByStop { phase = .free }
  }

  /// It runs again, by whoever continued it.
  ///
  /// - Returns: True if its session is to be activated for that.
  mutating func continued() -> Bool {
    isStopped = false
    guard !isWanted || isHeldByStop else { return false }
    isWanted = true
    if isHeld { phase = .free }
    return true
  }

  /// The user, who continued this program, wants it to go on.
  ///
  /// - Returns: False if nothing hinders it.
  mutating func wish() -> Bool {
    guard waiting == nil, !isWanted || isHeld else { return false }
    isWanted = true
    return true
  }

  /// Passes a signal on; a stopped process would neither handle one that ends it, nor end.
  mutating func pass(_ signal: CInt) -> [Action] {
    guard waiting == nil else { return [] }
    guard Command.ends.contains(signal), isStopped || isHeldByStop else {
      return [.send(signal)]
    }
    isWanted = true
    phase = .free
    return [.send(signal)] + resume()
  }
}
