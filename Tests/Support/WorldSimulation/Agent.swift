import AudioSessionClient
import AudioSessionJSON
import AudioSessionServer
import AudioSessionTypes
import AudioSessionWire
import Enforcement

/// The agent: its own decisions, its conversation with the daemon, and the streams of a graph that
/// does what it is told.
final class Agent: Endpoint {
  /// A stream, as the graph has it.
  struct Stream {
    let pid: Int32
    var state = StreamState.suspended
    /// The factor that is heard of it.
    var level: Float = 1
    /// Whether it is stopped by a command of the agent's.
    var isStopped = false
    /// Whether it hasn't shown the agent yet what it was sent.
    var isNews = false
  }

  private enum Purpose {
    case subscription, attachment, other
    case open(OpeningID)
    case activation(UInt64)
    case configuration(UInt64)
    case report(UInt64)
  }

  /// Nil while it is dead.
  private var enforcer: Enforcer?
  private(set) var streams: [UInt32: Stream] = [:]
  private var numbers: [Int: UInt32] = [:]
  private var lastStream: UInt32 = 0
  private var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  /// The sessions that it has opened.
  private(set) var ours: Set<UInt64> = []
  private var others: Set<UInt64> = []
  private var isConnected = false

  init() {
    super.init(
      MemoryPeer(pid: 3, uid: 0, comm: "agent", grants: [.enforcement, .observe, .system])
    )
  }

  static let facts = DaemonFacts(grants: [], grantedRoles: [], unduckRamp: .seconds(1))

  private static var settings: AgentSettings {
    var voice = Adoption()
    voice.options = [.duckOthers]
    var game = Adoption()
    game.hold = .silence
    var settings = AgentSettings()
    settings.rules = AdoptionRules([
      AdoptionRule(name: "voice", conditions: [.init(.mediaRole, ["Voice"])], adoption: voice),
      AdoptionRule(name: "game", conditions: [.init(.mediaRole, ["Game"])], adoption: game),
      AdoptionRule(name: "music", conditions: [.init(.mediaRole, ["Music"])], adoption: Adoption()),
    ])
    return settings
  }

  // MARK: Its life

  var isAlive: Bool { enforcer != nil }
  var deadline: Duration? { enforcer?.deadline }
  var isAtRest: Bool { enforcer?.isAtRest ?? true }

  func begin(in world: World) {
    guard enforcer == nil else { return }
    enforcer = Enforcer(settings: Agent.settings)
    connect(in: world)
    for number in streams.keys.sorted() { introduce(number, in: world) }
  }

  /// It dies; its guard gives every stream back.
  func die(in world: World) {
    guard enforcer != nil else { return }
    enforcer = nil
    forget()
    drop()
    world.daemon.endProcess(pid: peer.pid)
    for number in streams.keys {
      streams[number]?.level = 1
      streams[number]?.isStopped = false
    }
  }

  private func connect(in world: World) {
    link = world.daemon.connect(as: peer)
    beginConversation()
  }

  private func beginConversation() {
    request(.hello, ["protocol": 1, "events": ["lifecycle"]], .other)
    request(.eventsSubscribe, ["scope": "all"], .subscription)
    request(.enforcementAttach, [:], .attachment)
    flush()
  }

  private func request(_ method: Method, _ parameters: JSONValue, _ purpose: Purpose) {
    purposes[machine.request(method, parameters)] = purpose
  }

  private func forget() {
    (purposes, ours, others, isConnected) = ([:], [], [], false)
  }

  override func lost(in world: World) {
    let wasConnected = isConnected
    forget()
    drop()
    guard isAlive else { return }
    if wasConnected { tell(.daemon(.lost), in: world) }
    connect(in: world)
  }

  // MARK: The graph

  func change(_ index: Int, _ change: StreamChange, pid: Int32, in world: World) {
    switch change {
    case .begin:
      guard numbers[index] == nil else { return }
      lastStream += 1
      numbers[index] = lastStream
      streams[lastStream] = Stream(pid: pid)
      introduce(lastStream, in: world)
    case .run: set(.running, numbers[index], in: world)
    case .idle: set(.idle, numbers[index], in: world)
    case .end:
      guard let number = numbers.removeValue(forKey: index) else { return }
      streams[number] = nil
      tell(.graph(.removed(StreamID(number))), in: world)
    }
  }

  private func introduce(_ number: UInt32, in world: World) {
    guard let stream = streams[number] else { return }
    var description = StreamDescription(direction: .output, owner: .credential(pid: stream.pid))
    description.mediaRole = ["Voice", "Game", "Music"][Int(stream.pid % 3)]
    description.applicationName = "program \(stream.pid)"
    tell(.graph(.added(StreamID(number), description)), in: world)
    tell(.graph(.volumes(StreamID(number), StreamVolumes(channels: [1, 1]))), in: world)
    if stream.state != .suspended {
      tell(.graph(.state(StreamID(number), stream.state)), in: world)
    }
  }

  private func set(_ state: StreamState, _ number: UInt32?, in world: World) {
    guard let number else { return }
    streams[number]?.state = state
    // A stream that stops by itself starts in spite of the agent.
    if state != .running { streams[number]?.isStopped = false }
    tell(.graph(.state(StreamID(number), state)), in: world)
  }

  /// Tells the enforcer something, does what it wants, and lets the graph show it.
  func tell(_ event: EnforcerEvent, in world: World) {
    var events = [event]
    var turns = 0
    while !events.isEmpty {
      turns += 1
      if turns > 1_000 { return world.fault("the agent never rests after \(event): \(events)") }
      let event = events.removeFirst()
      let effects = enforcer?.handle(event, at: .nanoseconds(world.now)) ?? []
      for effect in effects { perform(effect, in: world) }
      for number in streams.keys.sorted() where streams[number]?.isNews == true {
        streams[number]?.isNews = false
        let level = streams[number]?.level ?? 1
        let volumes = StreamVolumes(channels: [1, 1], soft: [level, level])
        events.append(.graph(.volumes(StreamID(number), volumes)))
      }
    }
    flush()
  }

  private func perform(_ effect: EnforcerEffect, in world: World) {
    switch effect {
    case .graph(.setVolumes(let stream, let volumes, _)):
      guard streams[stream.number] != nil else {
        return world.fault("the agent sets stream \(stream.number), which is gone")
      }
      streams[stream.number]?.level = volumes.first ?? 1
      streams[stream.number]?.isNews = true
    case .graph(.pause(let stream)): streams[stream.number]?.isStopped = true
    case .graph(.start(let stream)): streams[stream.number]?.isStopped = false
    case .graph, .player: break
    case .daemon(let effect): if isConnected { perform(effect) }
    }
  }

  private func perform(_ effect: DaemonEffect) {
    switch effect {
    case .open(let opening, let wanted):
      let behalf = JSONValue.Member("onBehalfOf", .number("\(wanted.onBehalfOf)"))
      let members = [.init("name", .string(wanted.name)), behalf] + wanted.configuration.members
      request(.sessionOpen, .object(members), .open(opening))
    case .configure(let session, let configuration):
      let members = [session.member] + configuration.members
      request(.sessionConfigure, .object(members), .configuration(session))
    case .activate(let session):
      request(.sessionActivate, .object([session.member]), .activation(session))
    case .deactivate(let session):
      request(.sessionDeactivate, .object([session.member]), .other)
    case .close(let session): request(.sessionClose, .object([session.member]), .other)
    case .report(let session, let playing, let recording):
      let words = [("playing", playing), ("recording", recording)]
      let members = words.compactMap { name, value in
        value.map { JSONValue.Member(name, .bool($0)) }
      }
      request(.sessionReport, .object([session.member] + members), .report(session))
    case .setMuted: break
    case .acknowledge(let seq):
      machine.notify(.enforcementApplied, ["seq": .number("\(seq)")])
    }
  }

  // MARK: What the daemon says

  override func take(_ message: ClientMachine.Message, in world: World) {
    switch message {
    case .reply(let number, let result):
      guard let purpose = purposes.removeValue(forKey: number) else { return }
      for event in events(of: result, purpose, in: world) { tell(.daemon(event), in: world) }
    case .notification(let notification):
      for event in events(of: notification, in: world) { tell(.daemon(event), in: world) }
    }
  }

  private func events(
    of result: Result<JSONValue, ErrorReply>,
    _ purpose: Purpose,
    in world: World
  ) -> [DaemonEvent] {
    switch (purpose, result) {
    case (.subscription, .success(let value)):
      return others(value.received(as: SessionListResult.self)?.sessions.sessions ?? [])
    case (.attachment, .success(let value)):
      isConnected = true
      let attached: EnforcementResult? = value.received()
      return (attached.map { targets($0.targets, $0.seq) } ?? []) + [.connected(Agent.facts)]
    case (.open(let opening), .success(let value)):
      let session = value.received(as: SessionObject.self)?.session ?? 0
      ours.insert(session)
      return [.opened(opening, session: session)]
    case (.open(let opening), .failure(let error)):
      return [.notOpened(opening, reason: error.message)]
    case (.activation(let session), .success): return [.activated(session)]
    case (.activation(let session), .failure(let error)):
      return ours.contains(session) ? [.notActivated(session, reason: error.message)] : []
    case (.configuration(let session), .failure): return [.notConfigured(session)]
    case (.subscription, .failure(let error)), (.attachment, .failure(let error)):
      world.fault("the agent is refused: \(error)")
      return []
    default: return []
    }
  }

  private func targets(_ targets: [EnforcementTarget], _ seq: UInt64) -> [DaemonEvent] {
    let list = targets.map {
      Target(
        session: $0.session,
        gain: $0.gain,
        isHeld: $0.held,
        ramp: .milliseconds($0.rampMilliseconds)
      )
    }
    return [.targets(list, seq: seq)]
  }

  private func others(_ sessions: [SessionObject]) -> [DaemonEvent] {
    let changed = sessions.filter { !ours.contains($0.session) }
    others.formUnion(changed.map { $0.session })
    return [
      .others(
        changed.map {
          OtherSession(
            session: $0.session,
            pid: $0.pid,
            state: $0.state,
            outranks: $0.priority != .normal || $0.options.contains(.duckOthers),
            isAboveNormal: $0.priority != .normal
          )
        }
      )
    ]
  }

  private func events(
    of notification: ClientMachine.Notification,
    in world: World
  ) -> [DaemonEvent] {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .enforcementApply:
      guard let told: EnforcementApply = params.received() else { return [] }
      return targets(told.targets, notification.stamp?.seq ?? 0)
    case .serverDecision:
      guard let told: DecisionObject = params.received() else { return [] }
      return others(told.changes) + closed(told.closed)
    case .sessionInterruption:
      guard let told: SessionInterruption = params.received() else { return [] }
      switch told.phase {
      case .began(let reason, _): return [.interruptionBegan(told.session, reason)]
      case .ended(let shouldResume):
        return [.interruptionEnded(told.session, shouldResume: shouldResume)]
      }
    case .sessionResumptionRecommendation:
      guard let told: SessionResumptionRecommendation = params.received() else { return [] }
      let shouldResume = told.recommendation == .shouldResume
      return [.recommended(told.session, shouldResume: shouldResume)]
    case .sessionClosed:
      guard let told: SessionClosed = params.received() else { return [] }
      return closed([told.session])
    case .mediaServicesWereLost, .mediaServicesWereReset:
      let wasConnected = isConnected
      forget()
      if notification.method == NotificationMethod.mediaServicesWereReset.rawValue {
        beginConversation()
      }
      return wasConnected ? [.lost] : []
    default: return []
    }
  }

  private func closed(_ sessions: [UInt64]) -> [DaemonEvent] {
    let own = sessions.filter { ours.remove($0) != nil }
    let ended = sessions.filter { others.remove($0) != nil }
    return own.map { .closed($0) } + (ended.isEmpty ? [] : [.othersClosed(ended)])
  }
}

extension UInt64 {
  fileprivate var member: JSONValue.Member { .init("session", .number("\(self)")) }
}

extension SessionConfiguration {
  fileprivate var members: [JSONValue.Member] {
    let options = CategoryOptions.named.filter { self.options.isSuperset(of: $0.option) }
    return [
      .init("category", .string(category.rawValue)), .init("mode", .string(mode.rawValue)),
      .init("options", .array(options.map { .string($0.name) })),
      .init("priority", .string(priority.rawValue)),
    ]
  }
}
