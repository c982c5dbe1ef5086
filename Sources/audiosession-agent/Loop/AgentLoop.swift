import AudioSessionClient
import AudioSessionSystem
import ConfigurationFile
import Enforcement
import EventLoop

/// The agent: one thread that waits for all that is outside, tells the enforcer, and does what it
/// says.
final class AgentLoop {
  private let options: Options
  private(set) var configuration: AgentConfiguration
  private(set) var enforcer: Enforcer

  let graph: Graph
  let players: Players
  let link: DaemonLink
  let login: Login
  private let realtimeKit = RealtimeKit(complain: Commands.complain)
  private let arrivals: Arrivals
  private let guardian = Guard()
  private let suspended = SuspendedProcesses()
  private let silentSwitch = SilentSwitch()
  private let ledger: Ledger?
  private let signals: Signals
  private var timer: Deadline
  private var registry: SourceRegistry

  /// Asleep or about to be, as logind says.
  private var isAsleep = false
  /// The silent switch (R62).
  private(set) var isSilenced: Bool
  /// Whether PipeWire hasn't been sent yet what is to be done to streams.
  private var hasCommands = false
  /// What is wrong, as it was said last.
  private var toldProblems: [String] = []
  /// By the card itself.
  private var isMicrophoneMuted = false
  /// Another user has the screen.
  private var isInBackground = false
  /// When logind's lock is released: those who were interrupted have fallen silent by then.
  private var sleepLockEnd: Duration?
  /// Nil until an orderly end was asked for, then when it happens at the latest.
  private var stopTime: Duration?

  /// - Throws: What the kernel refuses, such as descriptors.
  init(
    _ signals: consuming Signals,
    options: Options,
    configuration: AgentConfiguration,
    ledger: Ledger?,
    runtimeFolder: String?
  ) throws(Errno) {
    self.signals = signals
    self.options = options
    self.configuration = configuration
    self.ledger = ledger
    timer = try Deadline()
    registry = try SourceRegistry()
    enforcer = Enforcer(settings: configuration.settings)
    isSilenced = configuration.settings.isSilenced || silentSwitch?.isOn == true
    graph = Graph(ledger: ledger, runtimeFolder: runtimeFolder)
    players = Players(complain: Commands.complain)
    login = Login(complain: Commands.complain)
    let paths = options.socketPath.map { [$0] } ?? SocketPath.candidates()
    link = DaemonLink(paths: paths)
    arrivals = try Arrivals(
      runtimeFolder: runtimeFolder,
      daemonPaths: paths,
      silentSwitch: silentSwitch?.path
    )
    registry.add(link)
    registry.add(graph)
    registry.add(players)
    registry.add(login)
    registry.add(realtimeKit)
    registry.add(arrivals)
    registry.add(guardian)
    registry.add(suspended)
    try registry.add(fixed: timer.number)
    try registry.add(fixed: self.signals.number)
    if let listener = listen() { registry.add(listener) }
  }

  /// Has RealtimeKit give what the user's limits don't.
  func askForRealTime() { realtimeKit.ask(at: now) }

  private var now: Duration { .nanoseconds(SystemClock.boottime) }

  /// Runs until an orderly end was asked for.
  func run() throws(Errno) {
    connect()
    while true {
      exchange()
      if let stopTime, isFinished || stopTime <= now { return }
      try timer.arm(at: deadline.map { $0.nanoseconds })
      try registry.wait()
      if registry.isReady(fixed: timer.number) { _ = try timer.takeExpiry() }
      if registry.isReady(fixed: signals.number) { try takeSignals() }
      // The daemon comes first, and what it has decided is heard before anything else is looked at.
      registry.dispatch(at: now) { exchange() }
      for arrival in arrivals.takeArrivals() { meet(arrival) }
    }
  }

  private func connect() {
    if ledger != nil { guardian.start(at: now) }
    link.connect(at: now)
    graph.retry(at: now)
    players.retry(at: now)
    login.retry(at: now)
  }

  private func meet(_ arrival: Arrivals.Arrival) {
    switch arrival {
    case .pipeWire: graph.retry(at: now)
    case .daemon: link.socketAppeared(at: now)
    case .sessionBus: players.retry(at: now)
    case .systemBus: login.retry(at: now)
    case .silentSwitch: isSilenced = silentSwitch?.isOn ?? false
    }
  }

  private var deadline: Duration? {
    [registry.deadline, enforcer.deadline, sleepLockEnd, stopTime]
      .compactMap(\.self).min()
  }

  private var isFinished: Bool { enforcer.isAtRest && graph.isSettled }

  /// Tells the enforcer what has happened and does what it says, until nothing is new.
  private func exchange() {
    var hasNews = true
    while hasNews {
      hasNews = takeEvents()
      if let time = enforcer.deadline, time <= now { tell(.timePassed) }
      if hasCommands {
        hasCommands = false
        graph.flush(at: now)
        // It has read, too, and nothing would wake the loop for that again.
        hasNews = true
      }
      link.flush(at: now)
    }
    sense()
    link.flush(at: now)
    if let end = sleepLockEnd, end <= now { releaseSleepLock() }
    complain()
  }

  /// Says once what is wrong, and again when something else is.
  private func complain() {
    let problems = [graph.problem, guardian.problem].compactMap(\.self)
    for problem in problems where !toldProblems.contains(problem) { Commands.complain(problem) }
    toldProblems = problems
  }

  /// - Returns: Whether there was anything.
  private func takeEvents() -> Bool {
    let (said, seen) = (link.takeEvents(at: now), graph.takeEvents())
    let (played, sensed) = (players.takeEvents(), login.takeEvents())
    for event in said { take(event) }
    for event in seen { tell(.graph(event)) }
    for event in played { tell(.players(event)) }
    for event in sensed { take(event) }
    return !(said.isEmpty && seen.isEmpty && played.isEmpty && sensed.isEmpty)
  }

  private func tell(_ event: EnforcerEvent) {
    for effect in enforcer.handle(event, at: now) { perform(effect) }
  }

  private func perform(_ effect: EnforcerEffect) {
    switch effect {
    case .setVolumes(let stream, let volumes, let isTouched):
      hasCommands = true
      graph.setVolumes(stream, volumes, isTouched: isTouched)
    case .pause(let stream):
      hasCommands = true
      graph.pause(stream)
    case .start(let stream):
      hasCommands = true
      graph.start(stream)
    case .pausePlayer(let player):
      ledger?.note(.playerPaused(player.busName))
      players.pause(player, at: now)
    case .resumePlayer(let player):
      players.resume(player, at: now)
      ledger?.note(.playerReleased(player.busName))
    case .leavePlayer(let player): ledger?.note(.playerReleased(player.busName))
    case .open, .activate, .deactivate, .close, .report, .acknowledge: link.perform(effect)
    }
  }

  private func take(_ event: DaemonLink.Event) {
    switch event {
    case .daemon(let event):
      if case .connected = event { Commands.complain("connected to the daemon") }
      if case .lost = event {
        Commands.complain("the daemon is lost: \(link.trouble ?? "it stops")")
        if isAsleep { releaseSleepLock() }
      }
      tell(.daemon(event))
    case .sleepWasTold:
      if isAsleep { sleepLockEnd = now + configuration.settings.fade * 2 }
    }
  }

  private func take(_ event: LoginEvent) {
    switch event {
    case .preparesForSleep:
      isAsleep = true
      // Nobody is there to be told, or it was told when another user took the screen.
      if !link.isConnected || link.reports.isSleeping { releaseSleepLock() }
    case .woke:
      isAsleep = false
      sleepLockEnd = nil
    case .sessionIsActive(let isActive): isInBackground = !isActive
    }
  }

  private func releaseSleepLock() {
    sleepLockEnd = nil
    login.releaseSleepLock()
  }

  /// Tells the daemon of the machine.
  private func sense() {
    var reports = link.reports
    if let route = graph.takeRoute() { reports.route = route }
    if let isMuted = graph.takeMicrophoneMuted() { isMicrophoneMuted = isMuted }
    reports.isMicrophoneMuted =
      isMicrophoneMuted && configuration.settings.reportsMicrophoneMute
    reports.isSleeping = isAsleep || isInBackground
    reports.isSilenced = isSilenced
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

  /// Turns the silent switch, or looks at it.
  ///
  /// - Returns: How it stands then.
  func turn(_ wanted: Options.SilentSwitch) -> Bool {
    switch wanted {
    case .on: isSilenced = true
    case .off: isSilenced = false
    case .toggle: isSilenced.toggle()
    case .status: return isSilenced
    }
    do {
      // So that it stands as it does when this process is followed by another.
      try silentSwitch?.set(isSilenced)
    } catch {
      Commands.complain("the silent switch is forgotten at the agent's end: \(error)")
    }
    return isSilenced
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

  /// How long an orderly end may take.
  private static let patience = Duration.seconds(1)

  /// Reads the configuration again; with a fault in it, what held goes on holding.
  private func reload() {
    let read = AgentConfiguration(.agent(file: options.configurationFile))
    guard read.faults.isEmpty else {
      for fault in read.faults { Commands.complain("\(fault)") }
      return Commands.complain("the configuration stays as it is")
    }
    Commands.complain(of: read)
    // A line that stays as it was doesn't turn back what was turned meanwhile.
    if read.settings.isSilenced != configuration.settings.isSilenced {
      isSilenced = read.settings.isSilenced
    }
    configuration = read
    tell(.settings(read.settings))
  }
}
