import AudioSessionClient
import AudioSessionWire
import ControlCore
import Glibc

/// The session: activated, refused, interrupted, resumed.
extension Machine {
  mutating func ask(at now: Int64) {
    awaitAnswer(at: now)
    standing = .asking(isInterrupted: standing == .interrupted)
    actions.append(.activate)
  }

  mutating func granted() {
    // The user stopped the command while the daemon was asked; the session was deactivated since.
    guard case .asking = standing else { return }
    standing = .active
    refusal = nil
    if isWatching { actions.append(.watch(false)) }
    isWatching = false
    if isStarted { proceed() } else { start(hasSession: true) }
  }

  mutating func refused(_ error: ErrorReply, at now: Int64) {
    guard case .asking(let isInterrupted) = standing else { return }
    standing = isInterrupted ? .interrupted : .refused
    let isFirst = refusal == nil
    refusal = error
    deadlines.start = nil
    guard isStarted else { return wait(error, isFirst: isFirst, at: now) }
    actions.append(.tell("\(settings.name): \(error.sentence)"))
    hold()
  }

  private mutating func wait(_ error: ErrorReply, isFirst: Bool, at now: Int64) {
    guard settings.patience != .none, error.isTemporary else {
      return finish(.failure(.client(.refused(error), at: socket)))
    }
    guard isFirst else { return }
    actions.append(.tell("\(settings.name) waits: \(error.sentence)"))
    if case .atMost(let limit) = settings.patience { deadlines.wait = now + limit.nanoseconds }
  }

  mutating func interrupted() {
    // A session that was deactivated is interrupted no more (R29).
    guard isWanted else { return }
    standing = .interrupted
    guard isStarted else { return }
    if settings.reaction != .ignore && !isHeld { actions.append(.explain) }
    hold()
  }

  /// Handles a session that went inactive while its process was suspended; no end will follow (R47).
  mutating func wasSuspended(at now: Int64) {
    guard standing == .active else { return }
    standing = .inactive
    if isWanted { ask(at: now) }
  }

  mutating func ended(_ shouldResume: Bool, at now: Int64) {
    switch standing {
    case .asking: standing = .asking(isInterrupted: false)
    case .interrupted where shouldResume:
      standing = .inactive
      ask(at: now)
    case .interrupted:
      standing = .declined
      guard isHeld else { return }
      let remedy = "send SIGCONT to this program to continue it"
      actions.append(.tell("\(settings.name) stays paused, since nothing resumes it; \(remedy)"))
    default: break
    }
  }

  mutating func recommended(_ shouldResume: Bool, at now: Int64) {
    guard standing == .refused else { return }
    if shouldResume {
      ask(at: now)
    } else if isStarted {
      standing = .declined
    } else {
      // Another session's turn came first; this one waits until it would interrupt nobody.
      probe(at: now)
    }
  }

  mutating func evicted() {
    standing = .closed
    let reason = "its session was evicted"
    guard isStarted else {
      return finish(.failure(.client(.refused(Machine.eviction), at: socket)))
    }
    actions.append(.tell("\(settings.name): \(reason)"))
    if settings.reaction != .ignore { terminate() }
  }

  private static let eviction = ErrorReply(
    code: -32002,
    message: "The session was evicted.",
    data: ["name": "noSuchSession"]
  )

  // MARK: The command

  /// Does to the command what is to be done when it may not be heard.
  mutating func hold() {
    guard isWanted, !isHeld else { return }
    switch settings.reaction {
    case .stop:
      isHeld = true
      // While it is stopped, the terminal's keys reach this program.
      actions += [.takeTerminal, .send(SIGSTOP)]
    case .pause:
      isHeld = true
      actions.append(.run(.pause))
    case .terminate: terminate()
    case .ignore: break
    }
  }

  /// Lets the command go on.
  mutating func proceed() {
    if isHeld && settings.reaction == .pause { actions.append(.run(.resume)) }
    if isStopped || isHeld && settings.reaction == .stop { continueCommand() }
    isHeld = false
    deadlines.loss = nil
  }

  mutating func continueCommand() {
    isStopped = false
    actions += [.giveTerminal(isForced: false), .send(SIGCONT)]
  }

  private mutating func terminate() {
    actions.append(.send(SIGTERM))
    continueCommand()
    isHeld = false
  }
}

extension ErrorReply {
  /// True if the daemon recommends when to activate again (R34).
  fileprivate var isTemporary: Bool {
    ["insufficientPriority", "siriIsRecording"].contains(name)
  }
}
