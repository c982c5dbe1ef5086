import AudioSessionTypes
@testable import Enforcement

/// An enforcer, and what is said to it and by it, as lines that can be read.
///
/// Streams are numbers. The rules: `music` is paused when it is held, `game` is silenced, `voice`
/// ducks; `talk` takes what belongs to a program that captures; everything else is left alone.
struct EnforcerWorld {
  private(set) var enforcer: Enforcer
  private(set) var now = Duration.zero
  /// What it did since ``take()``, one line each.
  private(set) var lines: [String] = []

  init(isConnected: Bool = true, _ change: (inout AgentSettings) -> Void = { _ in }) {
    var settings = AgentSettings()
    settings.rules = EnforcerWorld.rules
    change(&settings)
    enforcer = Enforcer(settings: settings)
    if isConnected { connect() }
  }

  private static var rules: AdoptionRules {
    var talk = Adoption()
    talk.category = .playAndRecord
    talk.mode = .videoChat
    talk.options = [.duckOthers]
    var voice = Adoption()
    voice.options = [.duckOthers]
    var game = Adoption()
    game.category = .ambient
    game.hold = .silence
    return AdoptionRules([
      AdoptionRule(name: "talk", conditions: [.init(.capturing, ["yes"])], adoption: talk),
      AdoptionRule(name: "music", conditions: [.init(.mediaRole, ["Music"])], adoption: Adoption()),
      AdoptionRule(name: "voice", conditions: [.init(.mediaRole, ["Voice"])], adoption: voice),
      AdoptionRule(name: "game", conditions: [.init(.mediaRole, ["Game"])], adoption: game),
    ])
  }

  /// Rules by which music is ambient.
  static var otherRules: AdoptionRules {
    var ambient = Adoption()
    ambient.category = .ambient
    return AdoptionRules([
      AdoptionRule(name: "music", conditions: [.init(.mediaRole, ["Music"])], adoption: ambient)
    ])
  }

  /// The configuration is loaded again, with other rules.
  mutating func reload(_ rules: AdoptionRules) {
    var settings = enforcer.settings
    settings.rules = rules
    tell(.settings(settings))
  }

  mutating func tell(_ event: EnforcerEvent) {
    lines += enforcer.handle(event, at: now).map(EnforcerWorld.line)
  }

  mutating func connect() {
    tell(.daemon(.connected(DaemonFacts(grants: [], grantedRoles: [], unduckRamp: .seconds(1)))))
  }

  /// What it did since the last call.
  mutating func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Lets time pass, with every deadline in it.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let deadline = enforcer.deadline, deadline <= end {
      now = max(now, deadline)
      tell(.timePassed)
    }
    now = end
  }

  // MARK: The graph

  mutating func add(
    _ stream: UInt32,
    pid: Int32,
    role: String,
    device: String? = nil,
    ancestors: [Int32] = [],
    lowersItself: Bool = false
  ) {
    var description = StreamDescription(direction: .output, owner: .credential(pid: pid))
    description.mediaRole = role
    description.applicationName = "program \(pid)"
    description.device = device
    description.ancestors = ancestors
    description.lowersItself = lowersItself
    tell(.graph(.added(StreamID(stream), description)))
  }

  mutating func addInput(_ stream: UInt32, pid: Int32) {
    let description = StreamDescription(direction: .input, owner: .credential(pid: pid))
    tell(.graph(.added(StreamID(stream), description)))
  }

  mutating func run(_ stream: UInt32) { tell(.graph(.state(StreamID(stream), .running))) }

  mutating func idle(_ stream: UInt32) { tell(.graph(.state(StreamID(stream), .idle))) }

  /// The stream's meter tells its peak; nil that it has ended.
  mutating func peak(_ stream: UInt32, _ peak: Float?) {
    tell(.graph(.peak(StreamID(stream), peak)))
  }

  mutating func remove(_ stream: UInt32) { tell(.graph(.removed(StreamID(stream)))) }

  /// The node shows volumes: the user's own, and in their place ours.
  mutating func show(_ stream: UInt32, _ channels: Float, soft: Float = 1, isMuted: Bool = false) {
    let volumes = StreamVolumes(
      channels: [channels, channels],
      soft: [soft, soft],
      isMuted: isMuted
    )
    tell(.graph(.volumes(StreamID(stream), volumes)))
  }

  // MARK: The daemon

  /// The daemon has opened the session that was asked for last.
  mutating func opened(_ opening: UInt64, as session: UInt64) {
    tell(.daemon(.opened(OpeningID(opening), session: session)))
  }

  mutating func activated(_ session: UInt64) { tell(.daemon(.activated(session))) }

  mutating func refused(_ session: UInt64) {
    tell(.daemon(.notActivated(session, reason: "a call")))
  }

  mutating func began(_ session: UInt64, _ reason: InterruptionReason = .default) {
    tell(.daemon(.interruptionBegan(session, reason)))
  }

  mutating func ended(_ session: UInt64, shouldResume: Bool) {
    tell(.daemon(.interruptionEnded(session, shouldResume: shouldResume)))
  }

  /// All targets as of a decision: gain, or nil for who is held.
  mutating func apply(_ seq: UInt64, _ targets: [UInt64: Double?], ramp: Duration = .zero) {
    let list = targets.sorted { $0.key < $1.key }.map {
      Target(session: $0.key, gain: $0.value ?? 1, isHeld: $0.value == nil, ramp: ramp)
    }
    tell(.daemon(.targets(list, seq: seq)))
  }

  /// A stream that plays, with its session, of which nothing is to be said.
  mutating func play(_ stream: UInt32, pid: Int32, role: String, session: UInt64) {
    add(stream, pid: pid, role: role)
    show(stream, 1)
    run(stream)
    opened(enforcer.lastOpening, as: session)
    activated(session)
    pass(.milliseconds(20))
    lines = []
  }

  // MARK: Players

  mutating func player(_ name: String, pid: Int32, _ status: PlaybackStatus) {
    let player = Player(id: PlayerID(name), pid: pid, identity: name, status: status)
    tell(.players(.changed(player)))
  }

  private static func line(_ effect: EnforcerEffect) -> String {
    switch effect {
    case .graph(.setVolumes(let stream, let volumes, let isTouched)):
      let level = (volumes.first ?? 0).rounded(to: 4)
      return "\(stream.number) at \(level)\(isTouched ? "" : " again")"
    case .graph(.pause(let stream)): return "pause \(stream.number)"
    case .graph(.start(let stream)): return "start \(stream.number)"
    case .graph(.listen(let stream, let isWanted)):
      return "\(isWanted ? "listen to" : "leave") \(stream.number)"
    case .graph(.direct(let stream, .loudspeaker)): return "\(stream.number) to the loudspeaker"
    case .graph(.direct(let stream, .input(let port))): return "\(stream.number) from \(port)"
    case .graph(.direct(let stream, nil)): return "\(stream.number) by the route"
    case .player(.pause(let player)): return "pause \(player.busName)"
    case .player(.resume(let player)): return "resume \(player.busName)"
    case .player(.leave(let player)): return "leave \(player.busName)"
    case .daemon(.open(let opening, let request)):
      let zone = request.zone.map { " in \($0)" } ?? ""
      return
        "open \(opening.number) for \(request.onBehalfOf)\(zone): \(request.configuration.category)"
    case .daemon(.configure(let session, let configuration)):
      return "configure \(session): \(configuration.category)"
    case .daemon(.activate(let session)): return "activate \(session)"
    case .daemon(.deactivate(let session)): return "deactivate \(session)"
    case .daemon(.close(let session)): return "close \(session)"
    case .daemon(.report(let session, let playing, let recording)):
      let words = [playing.map { "playing \($0)" }, recording.map { "recording \($0)" }]
      return "report \(session) \(words.compactMap(\.self).joined(separator: ", "))"
    case .daemon(.setMuted(let session, let muted, let wantsUnmute)):
      let words = muted.isEmpty ? "nothing" : muted.words.map(\.rawValue).joined(separator: " and ")
      return "of \(session) \(words) is muted\(wantsUnmute ? ", and is to be heard" : "")"
    case .daemon(.acknowledge(let seq)): return "heard \(seq)"
    }
  }
}

extension Float {
  fileprivate func rounded(to digits: Int) -> Float {
    var factor: Float = 1
    for _ in 0..<digits { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
