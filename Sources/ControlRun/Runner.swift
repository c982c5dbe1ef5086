import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// Carries out what ``Machine`` decides: the child process, the signals, the terminal, the timer
/// and the connection, in one loop.
struct Runner: ~Copyable {
  /// Identifies a descriptor for the poller.
  private enum Token: UInt64 { case signals, timer, start, daemon }

  /// The signals that concern the command, SIGCHLD, and SIGTTOU, which a program in the
  /// background that takes the terminal back would be stopped by.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT, SIGTSTP, SIGCHLD,
    SIGTTOU,
  ]

  private let request: RunRequest
  private let paths: [String]
  private let poller: Poller
  private let signals: SignalQueue
  private var timer: BoottimeTimer
  private var machine: Machine
  private var program: GatedProgram
  private var terminal: Terminal
  private var link: Link?
  private var helpers: Helpers
  /// Events that came of actions.
  private var events: [Event] = []
  /// True once the process has become the command, or couldn't.
  private var hasStarted = false
  /// True while the poller watches for room to send.
  private var isWatchingRoom = false
  private var outcome: Action.Outcome?

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - request: What the command line asks for.
  ///   - path: The command's file.
  ///   - paths: The paths at which to look for the daemon.
  /// - Returns: The exit status.
  /// - Throws: ``Failure`` if the command wasn't run.
  static func run(
    _ request: RunRequest,
    _ path: String,
    at paths: [String]
  ) throws(Failure) -> CInt {
    let outcome: Action.Outcome
    do throws(Errno) {
      var runner = try Runner(request, path, at: paths)
      outcome = try runner.run()
    } catch {
      throw .system(error)
    }
    switch outcome {
    case .status(let status): return status
    case .failure(let failure): throw failure
    }
  }

  private init(_ request: RunRequest, _ path: String, at paths: [String]) throws(Errno) {
    let settings = GatedProgram.SignalSettings.current
    // Children are to be waited for, even if this program was started by one that ignores its own.
    signal(SIGCHLD, SIG_DFL)
    signal(SIGPIPE, SIG_IGN)
    let signals = try SignalQueue(Runner.signals)
    let timer = try BoottimeTimer()
    let poller = try Poller()
    try poller.register(signals.number, for: .reading, token: Token.signals.rawValue)
    try poller.register(timer.number, for: .reading, token: Token.timer.rawValue)
    let environment = Environment(paths).variables
    let program = try GatedProgram(
      path: path,
      arguments: request.command,
      environment: environment,
      numbered: Environment.session,
      signals: settings
    )
    try poller.register(program.startNumber, for: .reading, token: Token.start.rawValue)
    self.request = request
    self.paths = paths
    self.signals = signals
    self.timer = timer
    self.poller = poller
    self.program = program
    helpers = Helpers(request, environment, settings)
    terminal = Terminal()
    machine = Machine(request.settings, socket: paths.last ?? "")
  }

  private mutating func run() throws(Errno) -> Action.Outcome {
    try perform(machine.begin(at: SystemClock.boottime))
    while true {
      if let outcome {
        conclude()
        return outcome
      }
      if events.isEmpty { try exchange() }
      if events.isEmpty {
        try timer.arm(at: machine.deadline)
        try wait()
      } else {
        // What the command did so far comes first: else the stop that an event undoes would look like
        // another one, after it.
        try takeChanges()
        if outcome == nil { try handle(events.removeFirst()) }
      }
    }
  }

  private mutating func handle(_ event: Event) throws(Errno) {
    try perform(machine.handle(event, at: SystemClock.boottime))
  }

  /// Waits for events.
  private mutating func wait() throws(Errno) {
    for index in 0..<(try poller.wait(timeout: nil)) {
      switch Token(rawValue: poller[index].token) {
      case .signals: try takeSignals()
      case .timer: if try timer.takeExpiry() { events.append(.timePassed) }
      case .start: try takeStart()
      case .daemon, nil: try exchange()
      }
    }
  }

  // MARK: The command

  private mutating func takeSignals() throws(Errno) {
    while let signal = try signals.next() {
      switch signal {
      case SIGCHLD:
        helpers.reap()
        try takeChanges()
      case SIGTTOU: break
      default: events.append(.signal(signal))
      }
    }
  }

  private mutating func takeChanges() throws(Errno) {
    while outcome == nil, let change = try program.nextChange() {
      switch change {
      case .stopped(let signal):
        let foreground = terminal.foreground(command: program.pid)
        try handle(.command(.stopped(signal, foreground)))
      case .continued: try handle(.command(.continued))
      case .exited(let status): return try end(with: status)
      case .killed(let signal): return try end(with: 128 + signal)
      }
    }
  }

  private mutating func end(with status: CInt) throws(Errno) {
    // It may have ended because it couldn't start.
    try takeStart()
    try handle(.command(.ended(status)))
  }

  private mutating func start(hasSession: Bool) {
    terminal.give(to: program.pid, isForced: false)
    do {
      try program.begin(with: hasSession ? link?.session : nil)
    } catch {
      // If the process was killed, its end is on the way, and nothing is wrong.
      if error.code != EPIPE { tell("\(request.command[0].printable): \(error)") }
    }
  }

  /// Handles that the process has become the command, or couldn't.
  private mutating func takeStart() throws(Errno) {
    guard !hasStarted else { return }
    hasStarted = true
    try poller.remove(program.startNumber)
    do {
      try program.checkStart()
    } catch {
      tell("\(request.command[0].printable): \(String(cString: strerror(error.code)))")
      let status = CommandFile.status(ofError: error.code)
      terminal.take(from: program.pid, restoresModes: false)
      finish(.status(status))
    }
  }

  // MARK: Actions

  private mutating func perform(_ actions: [Action]) throws(Errno) {
    for action in actions { try perform(action) }
  }

  private mutating func perform(_ action: Action) throws(Errno) {
    switch action {
    case .connect: try connect()
    case .open: link?.open()
    case .activate: link?.activate()
    case .deactivate: link?.deactivate()
    case .watch(let isWatching): link?.watch(isWatching)
    case .probe: link?.probe()
    case .explain: link?.explain()
    case .start(let hasSession): start(hasSession: hasSession)
    case .send(let signal): program.send(signal)
    case .run(let helper): helpers.request(helper, session: link?.session)
    case .giveTerminal(let isForced): terminal.give(to: program.pid, isForced: isForced)
    case .takeTerminal: terminal.take(from: program.pid, restoresModes: true)
    case .reclaimTerminal(let restoresModes):
      terminal.take(from: program.pid, restoresModes: restoresModes)
    case .suspend:
      // What was requested before has to reach the daemon first.
      try exchange()
      // The other programs of the pipeline stop with this one.
      kill(0, SIGTSTP)
      kill(getpid(), SIGSTOP)
    case .tell(let text, let isNeeded): if isNeeded || isatty(STDERR_FILENO) == 1 { tell(text) }
    case .finish(let outcome): finish(outcome)
    }
  }

  private func tell(_ text: String) { StandardError.write("audiosessionctl: \(text)") }

  private mutating func finish(_ outcome: Action.Outcome) {
    if self.outcome == nil { self.outcome = outcome }
  }

  /// Closes the session and forgets the command, which has ended or isn't to start.
  private mutating func conclude() {
    program.cancel()
    program.reap()
    link?.close()
    _ = try? link?.exchange()
  }

  // MARK: The connection

  private mutating func connect() throws(Errno) {
    let found: Link
    do {
      found = try Link(request, for: program.pid, at: paths)
    } catch {
      events.append(.disconnected(Failure(error, at: paths.last ?? "")))
      return
    }
    link = found
    isWatchingRoom = false
    try poller.register(found.number, for: .reading, token: Token.daemon.rawValue)
  }

  private mutating func disconnect() throws(Errno) {
    guard let link else { return }
    try poller.remove(link.number)
    self.link = nil
  }

  /// Sends and receives what is possible now.
  private mutating func exchange() throws(Errno) {
    guard let link else { return }
    do {
      events += try link.exchange()
    } catch {
      try disconnect()
      events.append(.disconnected(Failure(error, at: link.path)))
      return
    }
    if let explanation = link.takeExplanation(), isatty(STDERR_FILENO) == 1 { tell(explanation) }
    guard link.hasUnsent != isWatchingRoom else { return }
    isWatchingRoom = link.hasUnsent
    let interest: Poller.Interest = isWatchingRoom ? [.reading, .writing] : .reading
    try poller.modify(link.number, for: interest, token: Token.daemon.rawValue)
  }
}
