import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import Enforcement

/// The agent's event loop, on one thread: passes events to the enforcer, and performs its effects.
final class AgentLoop {
  private let options: Options
  private(set) var configuration: AgentConfiguration
  private(set) var enforcer: Enforcer

  let graph: Graph
  let players: Players
  let link: DaemonLink
  let login: Login
  private let doNotDisturb = DoNotDisturb { _ in
    // The players' connection is to the same bus, and tells what is wrong with it.
  }
  let realtimeKit = RealtimeKit(complain: Commands.complain)
  private let arrivals: Arrivals
  let guardian = Guard()
  private let suspended = SuspendedProcesses()
  let pausedPlayersFile: PausedPlayersFile?
  /// The bus names of the players that we paused and haven't given up.
  var pausedPlayers: Set<String> = []
  /// Why the file doesn't name them; nil if it does.
  var fileProblem: String?
  private let signals: Signals
  private var timer: BoottimeTimer
  private var registry: SourceRegistry

  private(set) var machine: MachineState
  private var turn = Turn(at: .zero)
  /// The problems that were reported last.
  private var toldProblems: [String] = []
  /// When the sleep lock is released: interrupted programs have faded out by then.
  private var sleepLockEnd: Duration?
  /// The latest time of the orderly end; nil until one was requested.
  private var stopTime: Duration?

  /// - Throws: A system call failed, as for lack of descriptors.
  init(
    _ signals: consuming Signals,
    options: Options,
    configuration: AgentConfiguration,
    pausedPlayersFile: PausedPlayersFile?,
    runtimeFolder: String?
  ) throws(Errno) {
    // What may fail comes first: an object that is given up half made ends the program by a signal.
    let silentSwitch = SilentSwitch()
    let paths = options.socketPath.map { [$0] } ?? SocketPath.candidates()
    let arrivals = try Arrivals(
      runtimeFolder: runtimeFolder,
      daemonPaths: paths,
      silentSwitch: silentSwitch?.path
    )
    let timer = try BoottimeTimer()
    let registry = try SourceRegistry()
    try registry.add(fixed: timer.number)
    try registry.add(fixed: signals.number)
    self.arrivals = arrivals
    self.signals = signals
    self.timer = timer
    self.registry = registry
    self.options = options
    self.configuration = configuration
    self.pausedPlayersFile = pausedPlayersFile
    enforcer = Enforcer(settings: configuration.settings)
    machine = MachineState(silentSwitch, isSilenced: configuration.settings.isSilenced)
    graph = Graph(runtimeFolder: runtimeFolder)
    players = Players(complain: Commands.complain)
    login = Login(complain: Commands.complain)
    link = DaemonLink(paths: paths)
    self.registry.add(link)
    self.registry.add(graph)
    self.registry.add(players)
    self.registry.add(login)
    self.registry.add(doNotDisturb)
    self.registry.add(realtimeKit)
    self.registry.add(arrivals)
    self.registry.add(guardian)
    self.registry.add(suspended)
    if let listener = listen() { self.registry.add(listener) }
  }

  var now: Duration { .nanoseconds(SystemClock.boottime) }

  /// Runs until an orderly end.
  func run() throws(Errno) {
    turn = Turn(at: now)
    hurry()
    connect()
    while true {
      exchange()
      if let stopTime, isFinished || stopTime <= now { return }
      regainRealTime()
      try timer.arm(at: deadline.map { $0.nanoseconds })
      try registry.wait()
      turn = Turn(at: now)
      if registry.isReady(fixed: timer.number) { _ = try timer.takeExpiry() }
      if registry.isReady(fixed: signals.number) { try takeSignals() }
      // The daemon comes first, and what it has decided is heard before anything else is looked at.
      registry.dispatch(at: now) { exchange() }
      for arrival in arrivals.takeArrivals() { meet(arrival) }
    }
  }

  private func connect() {
    guardian.start(at: now)
    link.connect(at: now)
    graph.retry(at: now)
    players.retry(at: now)
    login.retry(at: now)
    watchDoNotDisturb()
  }

  /// Listens to the desktop, if the configuration asks for it.
  private func watchDoNotDisturb() {
    if configuration.settings.followsDoNotDisturb { doNotDisturb.retry(at: now) }
  }

  private func meet(_ arrival: Arrivals.Arrival) {
    switch arrival {
    case .pipeWire: graph.retry(at: now)
    case .daemon: link.socketAppeared(at: now)
    case .sessionBus:
      players.retry(at: now)
      watchDoNotDisturb()
    case .systemBus: login.retry(at: now)
    case .silentSwitch: machine.readSilentSwitch()
    }
  }

  private var deadline: Duration? {
    [registry.deadline, enforcer.deadline, sleepLockEnd, stopTime, turn.nextTime]
      .compactMap { $0 }.min()
  }

  private var isFinished: Bool {
    enforcer.isAtRest && graph.isSettled && players.isSettled
  }

  /// Passes events to the enforcer and performs its effects, until there are no more or the turn
  /// ends.
  private func exchange() {
    var hasNews = true
    while hasNews, turn.hasTime(at: now) {
      hasNews = takeEvents()
      if let time = enforcer.deadline, time <= now { tell(.timePassed) }
      if graph.hasCommands {
        // Before it is done: whatever stops us then, it is undone.
        informGuard()
        graph.flush(at: now)
        // It has read, too, and nothing would wake the loop for that again.
        hasNews = true
      }
      link.flush(at: now)
    }
    turn.leave(hasNews, at: now)
    sense()
    link.flush(at: now)
    if let end = sleepLockEnd, end <= now { releaseSleepLock() }
    informGuard()
    complain()
  }

  /// Reports each problem once, until it changes.
  private func complain() {
    let problems = [graph.problem, guardian.problem, fileProblem, link.refusal].compactMap { $0 }
    for problem in problems where !toldProblems.contains(problem) { Commands.complain(problem) }
    toldProblems = problems
  }

  /// - Returns: Whether there were any.
  private func takeEvents() -> Bool {
    let (said, seen) = (link.takeEvents(at: now), graph.takeEvents())
    let (played, sensed) = (players.takeEvents(), login.takeEvents())
    // Before anything that is decided now pauses one of them again.
    for player in players.takeReleased() { forget(player) }
    for event in said { take(event) }
    for event in seen { tell(.graph(event)) }
    for event in played { tell(.players(event)) }
    for event in sensed { take(event) }
    if let isOn = doNotDisturb.takeChange() { tell(.doNotDisturb(isOn)) }
    return !(said.isEmpty && seen.isEmpty && played.isEmpty && sensed.isEmpty)
  }

  func tell(_ event: EnforcerEvent) {
    for effect in enforcer.handle(event, at: now) { perform(effect) }
  }

  private func perform(_ effect: EnforcerEffect) {
    switch effect {
    case .graph(let effect): graph.perform(effect)
    case .daemon(let effect): link.perform(effect)
    case .player(.pause(let player)):
      remember(player)
      players.pause(player, at: now)
    case .player(.resume(let player)): players.resume(player, at: now)
    case .player(.leave(let player)): forget(player)
    }
  }

  private func take(_ event: DaemonLink.Event) {
    switch event {
    case .daemon(let event):
      if case .connected = event { Commands.complain("connected to the daemon") }
      tell(.daemon(event))
    case .lost(let reason):
      Commands.complain("lost the daemon: \(reason)")
      if machine.isAsleep { releaseSleepLock() }
      tell(.daemon(.lost))
    case .sleepWasTold:
      if machine.isAsleep { sleepLockEnd = now + configuration.settings.fade * 2 }
    }
  }

  private func take(_ event: LoginEvent) {
    machine.take(event)
    switch event {
    case .preparesForSleep:
      // Nobody is there to be told, or it was told when another user took the screen.
      if !link.isConnected || link.reports.isSleeping { releaseSleepLock() }
    case .woke: sleepLockEnd = nil
    case .sessionIsActive: break
    case .sessionIsLocked(let isLocked): tell(.locked(isLocked))
    }
  }

  private func releaseSleepLock() {
    sleepLockEnd = nil
    login.releaseSleepLock()
  }

  /// Reports the machine's state to the daemon.
  private func sense() {
    var reports = link.reports
    if let report = graph.takeRoute(at: now) { reports.route = report }
    if let hardware = graph.takeHardware(at: now) { reports.hardware = hardware }
    if let isMuted = graph.takeMicrophoneMuted() { machine.isMicrophoneMuted = isMuted }
    let includesMicrophone = configuration.settings.reportsMicrophoneMute
    machine.update(&reports, includesMicrophone: includesMicrophone)
    suspended.observe(enforcer.activeProcesses, at: now)
    for change in suspended.takeChanges() {
      if change.isSuspended {
        reports.suspended.insert(change.pid)
      } else {
        reports.suspended.remove(change.pid)
      }
    }
    if reports != link.reports { link.reports = reports }
  }

  /// Operates the silent switch.
  ///
  /// - Returns: Whether it is on afterwards.
  func turn(_ wanted: Options.SilentSwitchCommand) -> Bool {
    do {
      try machine.turn(wanted)
    } catch {
      Commands.complain("the silent switch won't outlive the agent: \(error)")
    }
    return machine.isSilenced
  }

  private func takeSignals() throws(Errno) {
    while let request = try signals.next() {
      switch request {
      case .stop where stopTime == nil:
        stopTime = now + AgentLoop.patience
        tell(.stop)
      case .stop: return
      case .reload: reload()
      }
    }
  }

  /// The longest time that an orderly end takes.
  private static let patience = Duration.seconds(1)

  /// Reloads the configuration; with an error in it, the old one stays in effect.
  func reload() {
    let read = AgentConfiguration(.agent(file: options.configurationFile))
    guard read.faults.isEmpty else {
      for fault in read.faults { Commands.complain("\(fault)") }
      return Commands.complain("the old configuration stays in effect")
    }
    Commands.complain(of: read)
    // An unchanged line doesn't undo what was turned meanwhile.
    if read.settings.isSilenced != configuration.settings.isSilenced {
      machine.configure(isSilenced: read.settings.isSilenced)
    }
    configuration = read
    watchDoNotDisturb()
    tell(.settings(read.settings))
  }
}
