import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import House

/// The program's event loop, on one thread: passes events to the bridge, and performs its effects.
final class HouseLoop {
  /// Why the loop has ended.
  enum End {
    case stopped
    /// It is to begin anew with these.
    case reloaded(HouseChoices)
  }

  let settings: HouseSettings
  private(set) var bridge: Bridge
  let link: DaemonLink
  let broker: BrokerLink
  private let hook: DeviceHook
  /// Where programs ask, and wait for the shared device; nil: it can't be.
  private var listener: QuestionListener?
  /// How often programs have asked for the shared device since the last exchange.
  private var begun = 0
  /// Whether any waits for it or has it.
  private var isWanted = false
  /// The broker's address, for messages.
  let place: String
  private var timer: BoottimeTimer
  private var registry: SourceRegistry
  /// The problems that were reported last.
  private var toldProblems: [String] = []

  /// - Parameters:
  ///   - settings: What the bridge is told by the configuration.
  ///   - brokerSettings: How the broker is reached.
  ///   - device: How the shared device is connected.
  ///   - paths: The paths of the daemon's socket to try.
  /// - Throws: A system call failed, as for lack of descriptors.
  init(
    _ settings: HouseSettings,
    _ brokerSettings: BrokerSettings,
    _ device: DeviceSettings,
    paths: [String]
  ) throws(Errno) {
    self.settings = settings
    let names = UniqueNames(try randomBytes(count: 8))
    bridge = Bridge(settings, identity: names.own)
    link = DaemonLink(paths: paths, nextEpoch: names.nextEpoch)
    place = brokerSettings.place
    guard case .publish(let topic, let payload) = bridge.will else {
      preconditionFailure("the will is a message")
    }
    broker = BrokerLink(
      brokerSettings,
      client: "audiosession-\(settings.house)-\(settings.node)-\(names.own)",
      will: (topic, payload)
    )
    hook = DeviceHook(device)
    timer = try BoottimeTimer()
    registry = try SourceRegistry()
    registry.add(link)
    registry.add(broker)
    registry.add(hook)
    try registry.add(fixed: timer.number)
    listener = listen()
    if let listener { registry.add(listener) }
  }

  private var now: Duration { .nanoseconds(SystemClock.boottime) }

  /// Runs until a signal ends it.
  ///
  /// - Parameters:
  ///   - signals: The signals.
  ///   - reread: Reads the configuration; nil if it goes on as it is.
  /// - Returns: Why it has ended.
  /// - Throws: A system call failed.
  func run(
    _ signals: borrowing Signals,
    reread: () -> HouseChoices?
  ) throws(Errno) -> End {
    try registry.add(fixed: signals.number)
    announce()
    link.connect(at: now)
    broker.connect(at: now)
    while true {
      exchange()
      complain()
      let deadline = [registry.deadline, bridge.deadline].compactMap { $0 }.min()
      try timer.arm(at: deadline.map { $0.nanoseconds })
      try registry.wait()
      if registry.isReady(fixed: timer.number) { _ = try timer.takeExpiry() }
      while let request = try signals.next() {
        switch request {
        case .stop:
          stop()
          return .stopped
        case .reload:
          guard let choices = reread() else { continue }
          stop()
          return .reloaded(choices)
        }
      }
      registry.dispatch(at: now) { exchange() }
    }
  }

  /// Tells the service manager that questions are answered from now on; see sd_notify(3).
  private func announce() {
    guard let address = ProgramEnvironment.value(of: "NOTIFY_SOCKET") else { return }
    // A service manager that isn't there has nobody waiting.
    _ = try? DatagramSocket(to: address).send(Array("READY=1".utf8))
  }

  /// Passes events to the bridge and performs its effects, until there are no more.
  private func exchange() {
    var hasNews = true
    while hasNews {
      let (heard, said) = (link.takeEvents(at: now), broker.takeEvents())
      for event in heard {
        if case .connected = event { Commands.complain("connected to the daemon") }
        tell(.daemon(event))
      }
      for event in said {
        if event == .connected { Commands.complain("connected to the broker at \(place)") }
        tell(.broker(event))
      }
      let changes = hook.takeEvents() + takeWishes()
      for event in changes { tell(.device(event)) }
      if let time = bridge.deadline, time <= now { tell(.timePassed) }
      hasNews = !(heard.isEmpty && said.isEmpty && changes.isEmpty)
      link.flush(at: now)
    }
  }

  private func tell(_ event: BridgeEvent) {
    for effect in bridge.handle(event, at: now) {
      link.perform(effect)
      broker.perform(effect, at: now)
      hook.perform(effect, at: now)
      if case .tellPrograms(let news) = effect { listener?.tell(news.json.text) }
    }
  }

  /// Notes that a program wants the shared device.
  func noteWish() { begun += 1 }

  /// What programs want of the shared device since the last call.
  private func takeWishes() -> [DeviceEvent] {
    let wishes = Array(repeating: DeviceEvent.begun, count: begun)
    begun = 0
    let isWanted = (listener?.staying ?? 0) > 0
    defer { self.isWanted = isWanted }
    // One may have begun and gone.
    return isWanted ? wishes : self.isWanted || !wishes.isEmpty ? wishes + [.left] : []
  }

  /// Takes back what the house was told and what the daemon was, as far as both take it at once.
  private func stop() {
    tell(.stop)
    link.flush(at: now)
    let end = now + HouseLoop.patience
    while !broker.isFlushed, now < end {
      do throws(Errno) {
        try timer.arm(at: end.nanoseconds)
        try registry.wait()
      } catch {
        break
      }
      registry.dispatch(at: now) {}
    }
    broker.close()
  }

  /// The longest time that an orderly end takes.
  private static let patience = Duration.seconds(1)

  /// Reports each problem once, until it changes.
  private func complain() {
    var problems: [String] = []
    if let trouble = link.trouble { problems.append("no daemon: \(trouble)") }
    if let trouble = broker.trouble { problems.append("no broker at \(place): \(trouble)") }
    if let refusal = link.refusal { problems.append("what a panel wants is refused: \(refusal)") }
    if bridge.hasRival {
      problems.append("another machine of \(settings.house) is called \(settings.node), too")
    }
    problems += bridge.lasting.sorted().map {
      "the broker keeps messages of \($0) for ever; expected MQTT 5 with message expiry"
    }
    for problem in problems where !toldProblems.contains(problem) { Commands.complain(problem) }
    toldProblems = problems
  }
}
