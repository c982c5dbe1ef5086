import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// `follow`: the daemon's messages become lines and commands.
struct Following: ~Copyable {
  private let invocation: Invocation
  private let hooks: Hooks
  /// The line for each change; nil if none is printed.
  private let format: LineFormat?
  private let signals: Signals?
  private let process: ProcessDescriptor?
  private var watch: Watch
  private var heard: HeardSessions
  private var commands: CommandQueue
  private var player: Player?
  /// The session that was opened, as it was then.
  private var opened: Sent<SessionObject>?
  /// When to remind the player, in nanoseconds since boot.
  private var reminder: Int64?

  init(_ invocation: Invocation) throws(Failure) {
    try Options.check(invocation)
    let hooks = Hooks(invocation)
    let text = invocation.value("format")
    let format = try LineFormat(text ?? LineFormat.usual)
    let prints = hooks.isEmpty || text != nil || invocation.has("json")
    let isPlayer = invocation.has("name")
    let reports = invocation.has("reports")
    let filter = isPlayer ? SessionFilter.all : try Options.filter(invocation)
    let process = try Options.process(invocation)
    // Whoever was lowered has to be raised again at the end.
    let signals = try hooks.isEmpty ? nil : Options.signals()
    let watch = try Watch(invocation, waits: true, readsInput: reports, prints: prints)
    self.invocation = invocation
    self.hooks = hooks
    heard = HeardSessions(filter)
    player = isPlayer ? Player(reports: reports) : nil
    self.format = prints ? format : nil
    self.process = process
    self.signals = signals
    self.watch = watch
    commands = CommandQueue()
  }

  /// Follows until there is nothing more to follow, or the program is stopped.
  mutating func run(_ output: inout Output) throws(Failure) -> CInt {
    while try step(&output) { try output.flush() }
    for change in heard.end() where change.events.contains(.duck) && isFollowed(change) {
      if let command = hooks.command(for: .duck) {
        commands.add(command, change.environment(for: .duck, socket: watch.path))
      }
    }
    commands.drain()
    return 0
  }

  /// Waits for the next event and handles it; false at the end.
  private mutating func step(_ output: inout Output) throws(Failure) -> Bool {
    let child = commands.number
    let others = [child, stopNumber, processNumber].compactMap { $0 }
    switch try watch.next(until: reminder, beside: others) {
    case .connected(let start):
      try show(heard.begin(start.each), &output)
      if player != nil { return try open(&output) }
    case .told(let notification): return try take(notification, &output)
    case .gone: return try lose(&output)
    case .line(let line): return try report(line, &output)
    case .readable(child): commands.advance()
    case .timeIsOver:
      reminder = nil
      return try tell(.reminded, &output)
    case .inputEnded, .outputClosed, .readable: return false
    }
    return true
  }

  private var stopNumber: CInt? {
    switch signals {
    case .some(let signals): signals.number
    case .none: nil
    }
  }

  private var processNumber: CInt? {
    switch process {
    case .some(let process): process.number
    case .none: nil
    }
  }

  private mutating func take(
    _ notification: ClientMachine.Notification,
    _ output: inout Output
  ) throws(Failure) -> Bool {
    if notification.known == .mediaServicesWereReset { return try lose(&output) }
    try show(heard.take(notification), &output)
    guard player != nil, let number = opened?.value.session else { return true }
    if let told: SessionResumptionRecommendation = notification.read(), told.session == number {
      return try tell(.recommended(told.recommendation == .shouldResume), &output)
    }
    if let closed: SessionClosed = notification.read(), closed.session == number {
      return try tell(.evicted, &output)
    }
    return true
  }

  private mutating func lose(_ output: inout Output) throws(Failure) -> Bool {
    reminder = nil
    try show(heard.end(), &output)
    opened = nil
    return player == nil ? true : try tell(.lost, &output)
  }

  private mutating func report(_ line: String, _ output: inout Output) throws(Failure) -> Bool {
    guard let plays = Options.plays(line) else {
      let found = line.printable
      StandardError.write(
        "audiosessionctl: --reports: expected playing, paused or stopped, found \"\(found)\""
      )
      return true
    }
    return try tell(.reported(plays: plays), &output)
  }
}

/// What is printed and run.
extension Following {
  private func isFollowed(_ change: HeardChange) -> Bool {
    player == nil || change.session.value.session == opened?.value.session
  }

  private mutating func show(_ changes: [HeardChange], _ output: inout Output) throws(Failure) {
    for change in changes where isFollowed(change) {
      print(change, &output)
      if player != nil {
        _ = try tell(.changed(change), &output)
        runChanged(change)
      } else {
        for (event, command) in hooks.commands(for: change) { run(command, change, event) }
      }
    }
  }

  private func print(_ change: HeardChange, _ output: inout Output) {
    if invocation.has("json") { return output.printLine(change.json) }
    if let format { output.print(format.line(change)) }
  }

  private mutating func run(_ command: String, _ change: HeardChange, _ event: HeardChange.Event) {
    commands.add(command, change.environment(for: event, socket: watch.path))
  }

  /// Runs the command for each change; those for single events are the player's to decide on.
  private mutating func runChanged(_ change: HeardChange) {
    guard let command = hooks.commandForChange else { return }
    run(command, change, change.mainEvent)
  }
}

/// The session of a player.
extension Following {
  /// Passes an event to the player, and carries out what it wants; false at the end.
  private mutating func tell(
    _ event: Player.Event,
    _ output: inout Output
  ) throws(Failure) -> Bool {
    var change: HeardChange?
    if case .changed(let news) = event { change = news }
    for action in player?.handle(event) ?? [] {
      switch action {
      case .open: if try !open(&output) { return false }
      case .activate: if try !activate(&output) { return false }
      case .deactivate: _ = try watch.call(.sessionDeactivate, subject)
      case .run(let event): run(event, change)
      case .refuse(let error):
        if let latest = latest(change) { run(.began, HeardChange(refusal: error, latest)) }
      case .remind: reminder = SystemClock.boottime + Player.grace.nanoseconds
      case .end: return false
      }
    }
    return true
  }

  private var subject: JSONValue { ["session": opened?.value.session.json ?? .null] }

  private func latest(_ change: HeardChange?) -> Sent<SessionObject>? {
    change?.session ?? opened.map { heard.session($0.value.session) ?? $0 }
  }

  private mutating func run(_ event: HeardChange.Event, _ change: HeardChange?) {
    guard let command = hooks.command(for: event), let latest = latest(nil) else { return }
    run(command, change ?? HeardChange(events: [event], session: latest), event)
  }

  private mutating func open(_ output: inout Output) throws(Failure) -> Bool {
    let application = invocation.value("application")
    let hello = SessionOptions.hello(application: application, events: ["lifecycle"])
    guard case .granted = try answer(.hello, hello) else { return true }
    let parameters = try Options.session(invocation)
    guard case .granted(let session) = try answer(.sessionOpen, parameters) else { return true }
    opened = Sent(session)
    return try tell(.opened, &output)
  }

  private mutating func activate(_ output: inout Output) throws(Failure) -> Bool {
    guard case .refused(let error) = try watch.call(.sessionActivate, subject) else { return true }
    // The session of an earlier daemon; a new one will be opened.
    if error.name == ArbitrationError.expiredSession.rawValue { return true }
    return try tell(.refused(error), &output)
  }

  /// Makes a request that a right command line isn't refused.
  private mutating func answer(
    _ method: Method,
    _ parameters: JSONValue
  ) throws(Failure) -> Watch.Answer {
    let answer = try watch.call(method, parameters)
    if case .refused(let error) = answer { throw .client(.refused(error), at: watch.path ?? "") }
    return answer
  }
}
