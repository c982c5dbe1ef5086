import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Enforcement
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// The agent's conversation with a real daemon, as the enforcer is told of it.
@Suite(.besideThePool(.players)) struct DaemonLinkTests {
  private final class Conversation {
    let link: DaemonLink
    private(set) var told: [DaemonEvent] = []
    private(set) var losses: [String] = []
    private(set) var sleepsTold = 0

    init(_ path: String) {
      link = DaemonLink(paths: [path])
      link.connect(at: DriverLoop.now)
    }

    /// Talks until an event has come that fits, and takes all up to it.
    func await(_ what: String, _ fits: (DaemonEvent) -> Bool) throws {
      try DriverLoop.run(link, until: what) {
        take()
        return told.contains(where: fits)
      }
      told.removeFirst(1 + (told.firstIndex(where: fits) ?? 0))
    }

    func awaitConnection() throws {
      try self.await("a connection") { if case .connected = $0 { true } else { false } }
    }

    func awaitSleepTold() throws {
      try DriverLoop.run(link, until: "the word of sleep") {
        take()
        return sleepsTold > 0
      }
    }

    private func take() {
      link.flush(at: DriverLoop.now)
      while true {
        let events = link.takeEvents(at: DriverLoop.now)
        if events.isEmpty { return }
        for event in events {
          switch event {
          case .daemon(let event): told.append(event)
          case .lost(let reason):
            losses.append(reason)
            told.append(.lost)
          case .sleepWasTold: sleepsTold += 1
          }
        }
      }
    }

    func open(onBehalfOf pid: Int32 = getpid()) throws -> UInt64 {
      let request = SessionRequest(
        name: "music \u{7}\(String(repeating: "ü", count: 100))",
        onBehalfOf: pid,
        zone: "kitchen",
        configuration: music(isNowPlayingCandidate: true)
      )
      link.perform(.open(OpeningID(1), request))
      var session: UInt64?
      try self.await("a session") {
        if case .opened(OpeningID(1), let number) = $0 { session = number }
        return session != nil
      }
      return try #require(session)
    }
  }

  @Test func `a program's session is opened, activated, held and given back`() throws {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    let player = try ChildProcess("/bin/sleep", ["60"])
    let session = try conversation.open(onBehalfOf: player.pid)
    conversation.link.perform(.activate(session))
    try conversation.await("the activation") { $0 == .activated(session) }
    let call = try daemon.connect()
    let number = try call.granted(
      "session.open",
      ["category": "playAndRecord", "priority": "phoneCall"]
    )["session"]
    try call.granted("session.activate", ["session": number ?? 0])
    try conversation.await("the hold") {
      if case .targets(let targets, _) = $0 {
        targets.contains { $0.session == session && $0.isHeld }
      } else {
        false
      }
    }
    try conversation.await("the interruption") { $0 == .interruptionBegan(session, .default) }
    call.drop()
    try conversation.await("its end") {
      $0 == .interruptionEnded(session, shouldResume: true)
    }
  }

  @Test func `a process that ends is told of as the end of its session`() throws {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    let player = try ChildProcess("/bin/sleep", ["60"])
    let session = try conversation.open(onBehalfOf: player.pid)
    try player.kill()
    try conversation.await("its end") { $0 == .closed(session) }
  }

  @Test func `sessions of programs that speak for themselves are told of, and ours aren't`() throws
  {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    _ = try conversation.open()
    let client = try daemon.connect()
    let session = try #require(
      try client.granted("session.open", [:]).received(as: SessionObject.self)
    ).session
    let other = OtherSession(
      session: session,
      pid: getpid(),
      state: .inactive,
      outranks: false
    )
    try conversation.await("the other's session") { $0 == .others([other]) }
    client.drop()
    try conversation.await("its end") { $0 == .othersClosed([session]) }
  }

  @Test func `a session of ours that is being closed is nobody else's`() throws {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    let player = try ChildProcess("/bin/sleep", ["60"])
    let session = try conversation.open(onBehalfOf: player.pid)
    conversation.link.perform(.activate(session))
    try conversation.await("the activation") { $0 == .activated(session) }
    // What changes it is on its way to us while the order to close it is on its way to the daemon.
    let prompt = try daemon.connect()
    let number = try prompt.granted(
      "session.open",
      ["category": "playback", "options": ["duckOthers"]]
    )["session"]
    try prompt.granted("session.activate", ["session": number ?? 0])
    conversation.link.perform(.close(session))
    let other = try #require(number?.integer.flatMap { UInt64(exactly: $0) })
    prompt.drop()
    var told: [DaemonEvent] = []
    try conversation.await("the end of both") {
      told.append($0)
      return told.contains(.closed(session)) && told.contains(.othersClosed([other]))
    }
    let others = told.flatMap { event -> [OtherSession] in
      if case .others(let sessions) = event { sessions } else { [] }
    }
    #expect(Set(others.map(\.session)) == [other])
  }

  @Test func `a session that the daemon refuses: reported with the daemon's reason`() throws {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    let request = SessionRequest(
      name: "nobody",
      onBehalfOf: Int32.max,
      zone: nil,
      configuration: music(isNowPlayingCandidate: false)
    )
    conversation.link.perform(.open(OpeningID(7), request))
    try conversation.await("the refusal") {
      if case .notOpened(OpeningID(7), let reason) = $0 { !reason.isEmpty } else { false }
    }
  }

  @Test func `a daemon that dies is lost, and its successor is found and told of the machine`()
    throws
  {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    let port = Port(portType: "Headphones", name: "Headphones", portID: "jack")
    conversation.link.reports.route = RouteReport(route: RouteObject(inputs: [], outputs: [port]))
    conversation.link.reports.isSilenced = true
    try daemon.restart()
    try conversation.await("the loss") { $0 == .lost }
    try conversation.awaitConnection()
    conversation.link.reports.isSleeping = true
    try conversation.awaitSleepTold()
    let told = try daemon.connect().granted("system.get")
    #expect(told["silenced"] == true)
    #expect(told["sleeping"] == true)
    #expect(told["route"]?["outputs"]?.array?.first?["portType"] == "Headphones")
  }

  @Test func `a daemon that dies while it is told of sleep keeps nobody awake`() throws {
    let daemon = try TestDaemon()
    let conversation = Conversation(daemon.socketPath)
    try conversation.awaitConnection()
    daemon.process.send(SIGSTOP)
    conversation.link.reports.isSleeping = true
    conversation.link.flush(at: DriverLoop.now)
    try daemon.process.kill()
    try conversation.awaitSleepTold()
  }

  @Test func `a connection that outlives the daemon begins anew (R49)`() throws {
    let manager = try FakeManager()
    try manager.start()
    let conversation = Conversation(manager.socketPath)
    try conversation.awaitConnection()
    let session = try conversation.open()
    try manager.expect(["FDNAME": "client-1"])
    // A reply is sent before it is noted that it was, which a later turn of the daemon shows.
    _ = try ClientConnection(to: manager.socketPath).granted("hello", ["protocol": 1])
    try manager.end()
    try manager.start()
    try conversation.await("the reset") { $0 == .lost }
    // The first daemon said nothing of an end.
    #expect(conversation.losses == ["another has taken its place"])
    try conversation.awaitConnection()
    #expect(try conversation.open() != 0)
    #expect(session != 0)
  }

  @Test(arguments: ["", "\u{7}\u{9b}"]) func `a name is one that the wire takes`(name: String) {
    #expect(name.wireName(orElse: "a stream") == "a stream")
  }

  @Test func `a long name is cut between characters`() {
    let name = String(repeating: "ü", count: 100).wireName(orElse: "a stream")
    #expect(name == String(repeating: "ü", count: 64))
  }

  @Test(arguments: ["hello", "policy.get", "events.subscribe", "enforcement.attach"])
  func `a refused request at the start: reported, and retried after five seconds`(
    method: String
  ) throws {
    let daemon = try RefusingDaemon(refusing: method)
    let link = DaemonLink(paths: [daemon.path])
    link.connect(at: .zero)
    #expect(try daemon.exchange(with: link, at: .zero).isEmpty)
    let refusal = "the daemon refused \(method): There are enough."
    #expect([link.refusal, link.trouble] == [refusal, refusal])
    #expect(!link.isConnected && link.deadline == .seconds(5))
    daemon.refused = nil
    link.dispatch(at: .seconds(5))
    // Unless it is granted, nothing has changed that would be said anew.
    #expect([link.refusal, link.trouble] == [refusal, refusal])
    _ = try daemon.exchange(with: link, at: .seconds(5))
    #expect(link.isConnected && link.refusal == nil && link.trouble == nil)
  }

  @Test(arguments: [(-1, 0), (0, 0), (0.25, 0.25), (1, 1), (7, 1), (1e300, 1)])
  func `no daemon makes a stream louder than it is`(gain: Double, applied: Double) throws {
    let told: JSONValue = ["session": 7, "gain": .init(floatLiteral: gain)]
    let target: EnforcementTarget = try #require(told.received())
    #expect(Target(target) == Target(session: 7, gain: applied, isHeld: false, ramp: .zero))
  }

  @Test func `a session that the daemon opens without a number isn't open`() throws {
    let daemon = try RefusingDaemon(refusing: "none")
    let link = DaemonLink(paths: [daemon.path])
    link.connect(at: .zero)
    _ = try daemon.exchange(with: link, at: .zero)
    try #require(link.isConnected)
    link.request(.sessionOpen, [:], for: .open(OpeningID(1)))
    let told = try daemon.exchange(with: link, at: .zero).compactMap {
      if case .daemon(let event) = $0 { event } else { nil }
    }
    #expect(told == [.notOpened(OpeningID(1), reason: "the daemon's reply names no session")])
  }
}

/// A session that plays.
private func music(isNowPlayingCandidate: Bool) -> SessionConfiguration {
  SessionConfiguration(
    category: .playback,
    mode: .default,
    options: [],
    priority: .normal,
    role: nil,
    isNowPlayingCandidate: isNowPlayingCandidate
  )
}
