import Glibc

/// The command and the signals: what a shell does with a job.
extension Machine {
  mutating func changed(_ change: Event.Change, at now: Int64) {
    switch change {
    case .stopped(let signal, let foreground): stopped(by: signal, foreground)
    case .continued: continued(at: now)
    case .ended(let status):
      actions.append(.reclaimTerminal(restoresModes: status > 128))
      finish(.status(status))
    }
  }

  private mutating func stopped(by signal: CInt, _ foreground: Event.Foreground) {
    isStopped = true
    if isHeld && settings.reaction == .stop { return }
    let wantsTerminal = signal == SIGTTIN || signal == SIGTTOU
    if wantsTerminal && foreground == .own {
      isStopped = false
      actions += [.giveTerminal(isForced: true), .send(SIGCONT)]
      return
    }
    let isJob = foreground == .own || foreground == .command || wantsTerminal
    guard foreground != .none || !Machine.keys.contains(signal) else {
      // Nobody could continue this program: as the kernel does, the key is ignored.
      return continueCommand()
    }
    pauseByUser()
    if isJob { actions += [.takeTerminal, .suspend] }
  }

  /// The signals that a terminal sends to stop a job.
  private static let keys: Set<CInt> = [SIGTSTP, SIGTTIN, SIGTTOU]

  /// Gives up the session while the user has the command stopped.
  private mutating func pauseByUser() {
    isWanted = false
    // What the helper has paused, only the helper resumes.
    if settings.reaction == .stop { isHeld = false }
    deadlines.loss = nil
    switch standing {
    case .away, .opening, .closed, .inactive: break
    case .asking, .active, .interrupted, .refused, .declined, .probing:
      standing = .inactive
      actions.append(.deactivate)
    }
  }

  /// Handles a command that runs again, by whoever continued it.
  private mutating func continued(at now: Int64) {
    isStopped = false
    let isByOther = !isWanted || isHeld && settings.reaction == .stop
    guard isByOther else { return }
    isWanted = true
    isHeld = false
    switch standing {
    case .inactive, .interrupted, .refused, .declined, .probing: ask(at: now)
    case .away, .opening, .asking, .active, .closed: break
    }
  }

  mutating func handle(signal: CInt, at now: Int64) {
    switch signal {
    case SIGCONT: wish(at: now)
    case SIGTSTP: suspend()
    case SIGINT, SIGTERM, SIGHUP, SIGQUIT:
      guard isStarted else { return finish(.status(128 + signal)) }
      actions.append(.send(signal))
      // A stopped process would neither handle it nor end.
      guard isStopped || isHeld && settings.reaction == .stop else { return }
      isHeld = false
      isWanted = true
      continueCommand()
    default: if isStarted { actions.append(.send(signal)) }
    }
  }

  /// Handles the wish of the user, who continued this program, that the command go on.
  private mutating func wish(at now: Int64) {
    guard isStarted, !isWanted || isHeld else { return }
    isWanted = true
    switch standing {
    case .inactive, .interrupted, .refused, .declined, .probing: ask(at: now)
    case .active, .away, .opening, .closed: proceed()
    case .asking: break
    }
  }

  /// Handles the terminal's key that stops a job, pressed while this program has the terminal.
  private mutating func suspend() {
    guard isStarted else { return actions.append(.suspend) }
    guard isStopped || isHeld else { return actions.append(.send(SIGTSTP)) }
    pauseByUser()
    actions.append(.suspend)
  }
}
