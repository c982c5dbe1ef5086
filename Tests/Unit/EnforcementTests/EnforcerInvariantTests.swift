import AudioSessionJSON
import AudioSessionTypes
import TestSupport
import TestTraits
import Testing

@testable import Enforcement

/// What holds whatever happens, tried with random events; the seed is printed with each failure.
@Suite(.besideThePool(.rounds)) struct EnforcerInvariantTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `whatever happens, what is held is silent and what isn't comes back`(seed: UInt64) {
    var story = Story(seed: seed)
    for _ in 0..<300 { story.step() }
    story.end()
    #expect(story.faults == [], "seed \(seed)")
  }
}

/// A daemon, players and streams that do anything they may, and a graph that does what it is told.
private struct Story {
  private var generator: SplitMix64
  private var enforcer: Enforcer
  private var now = Duration.zero
  private var isConnected = false
  /// What the graph does: soft volume (nil: none in force), whether it is stopped, its state.
  private var nodes: [UInt32: Node] = [:]
  private var sessions: [UInt64: Session] = [:]
  private var lastSession: UInt64 = 0
  private var lastStream: UInt32 = 0
  private var seq: UInt64 = 0
  private var heard: UInt64 = 0
  private var said: Set<UInt64> = []
  private var players: [String: PlaybackStatus] = [:]
  private(set) var faults: [String] = []

  private struct Node {
    var base: Float = 0.5
    var soft: Float?
    /// Whether it hasn't shown yet what it was sent.
    var isNews = false
    var isStopped = false
    var isTouched = false
    var isListenedTo = false
    var state = StreamState.suspended
    let pid: Int32
  }

  private struct Session {
    var isActive = false
    var isInterrupted = false
    var gain = 1.0
  }

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    var settings = AgentSettings()
    var game = Adoption()
    game.hold = .silence
    var sound = Adoption()
    sound.category = .ambient
    var voice = Adoption()
    voice.options = [.duckOthers]
    voice.whileHeard = true
    settings.pausesOnLock = true
    settings.rules = AdoptionRules([
      AdoptionRule(name: "voice", conditions: [.init(.mediaRole, ["Voice"])], adoption: voice),
      AdoptionRule(name: "game", conditions: [.init(.mediaRole, ["Game"])], adoption: game),
      AdoptionRule(name: "any", lasting: .milliseconds(300), adoption: Adoption()),
      AdoptionRule(name: "sound", adoption: sound),
    ])
    enforcer = Enforcer(settings: settings)
  }

  private mutating func tell(_ event: EnforcerEvent) {
    for effect in enforcer.handle(event, at: now) { perform(effect) }
  }

  private mutating func perform(_ effect: EnforcerEffect) {
    switch effect {
    case .graph(.setVolumes(let stream, let volumes, let isTouched)):
      guard nodes[stream.number] != nil else { return fault("\(stream) set after its end") }
      nodes[stream.number]?.soft = volumes.first
      nodes[stream.number]?.isNews = true
      nodes[stream.number]?.isTouched = isTouched
    case .graph(.pause(let stream)): nodes[stream.number]?.isStopped = true
    case .graph(.start(let stream)): nodes[stream.number]?.isStopped = false
    case .graph(.direct(let stream, _)):
      if nodes[stream.number] == nil { fault("\(stream) directed after its end") }
    case .graph(.listen(let stream, let isWanted)):
      let wasListenedTo = nodes[stream.number]?.isListenedTo
      if wasListenedTo == isWanted { fault("\(stream) listened to: \(isWanted), twice") }
      nodes[stream.number]?.isListenedTo = isWanted
    case .player(.pause(let player)):
      if players[player.busName] != .playing { fault("\(player) paused that doesn't play") }
    case .player(.resume), .player(.leave): break
    case .daemon(.open(let opening, _)):
      guard isConnected else { return fault("opened without a daemon") }
      lastSession += 1
      sessions[lastSession] = Session()
      pending.append(.opened(opening, session: lastSession))
    case .daemon(.activate(let session)):
      guard sessions[session] != nil else { return fault("session \(session) isn't there") }
      pending.append(
        generator.chance(4)
          ? .notActivated(session, reason: "a call") : .activated(session)
      )
    case .daemon(.close(let session)):
      if sessions.removeValue(forKey: session) == nil { fault("session \(session) closed twice") }
    case .daemon(.configure(let session, _)):
      guard sessions[session] != nil else { return fault("session \(session) isn't there") }
      if generator.chance(3) { pending.append(.notConfigured(session)) }
    case .daemon(.deactivate(let session)), .daemon(.report(let session, _, _)):
      if sessions[session] == nil { fault("session \(session) isn't there") }
    case .daemon(.setMuted(let session, _, _)): fault("\(session) is no program's own")
    case .daemon(.acknowledge(let number)):
      if number <= heard || !said.contains(number) { fault("decision \(number) out of turn") }
      heard = number
    }
  }

  /// What the daemon is about to answer.
  private var pending: [DaemonEvent] = []

  private mutating func fault(_ text: String) { faults.append("\(now): \(text)") }

  mutating func step() {
    switch generator.below(17) {
    case 0, 1: addStream()
    case 2, 3, 4: changeState()
    case 5: removeStream()
    case 6, 7: answer()
    case 8: interrupt()
    case 9: decide()
    case 10: touchPlayer()
    case 11: writeVolume()
    case 12: toggleDaemon()
    case 13, 14: peak()
    case 15: tell(.locked(generator.chance(2)))
    default: pass(.milliseconds(generator.below(400)))
    }
    echo()
  }

  /// All interruptions end, the daemon answers, and time passes: everything is as its user wants.
  mutating func end() {
    tell(.daemon(.lost))
    isConnected = false
    sessions = [:]
    pending = []
    echo()
    pass(.seconds(2))
    echo()
    for (stream, node) in nodes.sorted(by: { $0.key < $1.key }) {
      if node.isTouched || node.isStopped { fault("stream \(stream) isn't given back") }
      if node.isListenedTo { fault("stream \(stream) is still listened to") }
    }
    if !enforcer.isAtRest { fault("it isn't at rest") }
    if enforcer.deadline != nil { fault("it waits for something") }
  }

  private mutating func addStream() {
    lastStream += 1
    let pid = Int32(100 + generator.below(4))
    var description = StreamDescription(direction: .output, owner: .credential(pid: pid))
    description.mediaRole = generator.pick(["Game", "Music", "Voice"])
    nodes[lastStream] = Node(pid: pid)
    tell(.graph(.added(StreamID(lastStream), description)))
    tell(.graph(.volumes(StreamID(lastStream), StreamVolumes(channels: [0.5, 0.5]))))
  }

  private mutating func changeState() {
    guard let stream = generator.pick(nodes.keys.sorted()) else { return }
    let state: StreamState = generator.chance(3) ? .idle : .running
    nodes[stream]?.state = state
    // A stream that stops itself and starts again starts in spite of us.
    if state == .idle { nodes[stream]?.isStopped = false }
    tell(.graph(.state(StreamID(stream), state)))
  }

  /// A meter tells a peak, or that it has ended, perhaps of a stream that nobody listens to any more.
  private mutating func peak() {
    guard let stream = generator.pick(nodes.keys.sorted()) else { return }
    let peak = generator.pick([0, 0.002, 0.1] as [Float?] + [nil]) ?? nil
    tell(.graph(.peak(StreamID(stream), peak)))
  }

  private mutating func removeStream() {
    guard let stream = generator.pick(nodes.keys.sorted()) else { return }
    nodes[stream] = nil
    tell(.graph(.removed(StreamID(stream))))
  }

  private mutating func answer() {
    while !pending.isEmpty {
      let event = pending.removeFirst()
      switch event {
      case .activated(let session) where sessions[session] != nil:
        sessions[session]?.isActive = true
        sessions[session]?.isInterrupted = false
        sessions[session]?.gain = 1
        tell(.daemon(event))
      case .activated: break
      default: tell(.daemon(event))
      }
    }
  }

  private mutating func interrupt() {
    guard isConnected, let session = generator.pick(sessions.keys.sorted()) else { return }
    if sessions[session]?.isInterrupted == true {
      sessions[session]?.isInterrupted = false
      decide()
      tell(.daemon(.interruptionEnded(session, shouldResume: generator.chance(2))))
    } else if sessions[session]?.isActive == true {
      sessions[session]?.isActive = false
      sessions[session]?.isInterrupted = true
      decide()
      tell(.daemon(.interruptionBegan(session, .default)))
      checkHeld(session)
    }
  }

  /// Half a second later the streams of an interrupted session are silent, unless something else
  /// happens.
  private mutating func checkHeld(_ session: UInt64) {
    guard generator.chance(2), players.isEmpty, let key = enforcer.key(of: session) else { return }
    pass(.milliseconds(500))
    for stream in enforcer.programs[key]?.streams ?? [] {
      guard let node = nodes[stream.number], node.state == .running else { continue }
      if enforcer.streams[stream]?.isOverridden == true { continue }
      if node.soft != 0 { fault("\(stream) is heard though it is interrupted") }
    }
  }

  private mutating func decide() {
    guard isConnected else { return }
    if let session = generator.pick(sessions.keys.sorted()), sessions[session]?.isActive == true {
      sessions[session]?.gain = generator.chance(2) ? 0.2 : 1
    }
    seq += 1
    said.insert(seq)
    let targets = sessions.sorted { $0.key < $1.key }.compactMap { number, session -> Target? in
      guard session.isInterrupted || (session.isActive && session.gain < 1) else { return nil }
      return Target(
        session: number,
        gain: session.gain,
        isHeld: session.isInterrupted,
        ramp: .milliseconds(100)
      )
    }
    tell(.daemon(.targets(targets, seq: seq)))
  }

  private mutating func touchPlayer() {
    let name = "player \(generator.below(2))"
    if generator.chance(5) {
      guard players.removeValue(forKey: name) != nil else { return }
      return tell(.players(.gone(PlayerID(name))))
    }
    let status: PlaybackStatus = generator.chance(2) ? .paused : .playing
    players[name] = status
    let pid: Int32 = name.hasSuffix("0") ? 100 : 101
    tell(.players(.changed(Player(id: PlayerID(name), pid: pid, identity: name, status: status))))
  }

  /// The user, or WirePlumber, writes a volume, which ends ours.
  private mutating func writeVolume() {
    echo()
    guard let stream = generator.pick(nodes.keys.sorted()) else { return }
    let level = Float(generator.below(100)) / 100
    let soft = nodes[stream]?.soft ?? 1
    nodes[stream]?.soft = nil
    nodes[stream]?.base = level
    let volumes = StreamVolumes(channels: [level, level], soft: [soft, soft])
    tell(.graph(.volumes(StreamID(stream), volumes)))
  }

  private mutating func toggleDaemon() {
    guard isConnected else {
      isConnected = true
      seq = 0
      heard = 0
      said = []
      let facts = DaemonFacts(grants: [], grantedRoles: [], unduckRamp: .milliseconds(300))
      return tell(.daemon(.connected(facts)))
    }
    guard generator.chance(4) else { return }
    isConnected = false
    sessions = [:]
    pending = []
    tell(.daemon(.lost))
  }

  private mutating func pass(_ duration: Duration) {
    let end = now + duration
    var count = 0
    while let deadline = enforcer.deadline, deadline <= end {
      now = max(now, deadline)
      tell(.timePassed)
      echo()
      count += 1
      if count > 10_000 { return fault("it never rests") }
    }
    now = end
  }

  /// Each node shows what it was sent.
  private mutating func echo() {
    for (stream, node) in nodes.sorted(by: { $0.key < $1.key }) {
      guard node.isNews, let soft = node.soft else { continue }
      nodes[stream]?.isNews = false
      let volumes = StreamVolumes(channels: [node.base, node.base], soft: [soft, soft])
      tell(.graph(.volumes(StreamID(stream), volumes)))
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ limit: UInt64) -> Int { Int(next() % limit) }

  /// One time in so many.
  fileprivate mutating func chance(_ count: UInt64) -> Bool { below(count) == 0 }

  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(UInt64(elements.count))]
  }
}
