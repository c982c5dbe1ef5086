import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import Testing

@testable import AudioSession

/// Activations that wait for others, with a real daemon and another process.
@Suite(.timeLimit(.minutes(2))) struct WaitingTests {
  private let daemon: TestDaemon
  private let raw: ClientConnection

  init() throws {
    var configuration = DaemonConfiguration()
    configuration.grants["phoneCall"] = .init(users: [getuid()])
    daemon = try TestDaemon(configuration)
    raw = try daemon.connect()
  }

  private func phone() throws -> Stranger {
    try Stranger(daemon, "phone", ["priority": "phoneCall", "category": "playback"])
  }

  /// A player that mixes with nobody, so that a call refuses and interrupts it.
  private func player() async throws -> Session {
    let session = Session(name: "player", socketPath: daemon.socketPath)
    try await session.configure(.playAndRecord)
    return session
  }

  /// Waits until a task's activation waits for its turn.
  private func awaitTurns(_ sessions: Session...) async {
    for session in sessions {
      while !session.transport.access({ $0.calls.values.contains { $0.operation.isTurn } }) {
        await Task.yield()
      }
    }
  }

  @Test func `R34: an activation that is refused waits for its turn`() async throws {
    let phone = try phone()
    try phone.activate()
    let session = try await player()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    #expect(session.status.state == .inactive)
    try phone.deactivate()
    #expect(try await activation.value.state == .active)
  }

  @Test func `R24: an interrupted session waits until its interruption is over`() async throws {
    let session = try await player()
    try await session.activate()
    let phone = try phone()
    try phone.activate()
    for await event in session.events() { if case .interruptionBegan = event { break } }
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    #expect(session.status.state == .interrupted)
    try phone.deactivate()
    #expect(try await activation.value.state == .active)
  }

  @Test func `R44: a session that lost its output is activated at once`() async throws {
    let session = Session(name: "player", socketPath: daemon.socketPath)
    try await session.configure(.playback)
    try await session.activate()
    let speaker: JSONValue = ["portType": "Headphones", "name": "Head", "portID": "h"]
    try raw.granted("system.setRoute", ["inputs": [], "outputs": [speaker]])
    try raw.granted("system.setRoute", ["inputs": [], "outputs": []])
    for await event in session.events() { if case .interruptionBegan = event { break } }
    #expect(session.status.interruptionReason == .routeDisconnected)
    #expect(try await session.activate(waiting: .indefinitely).state == .active)
  }

  @Test func `an activation that waited for too long says for whom`() async throws {
    let phone = try phone()
    try phone.activate()
    let session = try await player()
    let error = await #expect(throws: AudioSessionError.self) {
      try await session.activate(waiting: .atMost(.milliseconds(20)))
    }
    let blocker = Blocker(session: phone.number, name: "phone", priority: .phoneCall)
    #expect(error == .waitedInVain(for: blocker))
  }

  @Test func `R31: of two that wait one is told to resume, and the other gives up`() async throws {
    let phone = try phone()
    try phone.activate()
    let (first, second) = (try await player(), try Stranger(daemon, "music"))
    let activation = Task { try await first.activate(waiting: .indefinitely) }
    await awaitTurns(first)
    // Refused last, it is the first that is told to go on.
    _ = try second.connection.call("session.activate", ["session": .number("\(second.number)")])
    try phone.deactivate()
    await #expect(throws: AudioSessionError.shouldNotResume) { try await activation.value }
    #expect(first.status.state == .inactive)
  }

  @Test func `an activation that is cancelled while it waits isn't made later`() async throws {
    let phone = try phone()
    try phone.activate()
    let session = try await player()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    activation.cancel()
    await #expect(throws: AudioSessionError.cancelled) { try await activation.value }
    try phone.deactivate()
    #expect(try await session.refresh().state == .inactive)
  }

  @Test func `R49: an activation goes on waiting over a restart`() async throws {
    let phone = try phone()
    try phone.activate()
    let session = try await player()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    try daemon.restart()
    let active = try await activation.value
    #expect(active.state == .active && active.category == .playAndRecord)
  }

  @Test func `a program that deactivates a session ends its waiting`() async throws {
    let phone = try phone()
    try phone.activate()
    let session = try await player()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    try await session.deactivate()
    await #expect(throws: AudioSessionError.shouldNotResume) { try await activation.value }
  }

  /// The interruption overtakes the activation: its notice is behind the request, and before the reply.
  @Test func `R33: an activation that an interruption has overtaken waits for its end`()
    async throws
  {
    let params = #""params":{\#(Epoch.a.stamp(41)),"session":7,"type":"began","by":null}"#
    let began = #"{"method":"session.interruption",\#(params)}"#
    let daemon = ScriptedDaemon(sessionState: .active) { method, id, params in
      if method == "session.activate", params["ifSeq"] == 40 {
        let error = #"{"code":561017449,"message":"R33","data":{"name":"insufficientPriority"}}"#
        return [began, #"{"id":\#(id),"error":\#(error)}"#]
      }
      return [#"{"id":\#(id),"result":{"session":7,"state":"active","seq":43}}"#]
    }
    let session = Session(Opening(), on: daemon.link(application: nil))
    try await session.open()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    #expect(session.status.state == .interrupted)
    let members = #""params":{\#(Epoch.a.stamp(42)),"session":7"#
    daemon.say(#"{"method":"session.interruption",\#(members),"type":"ended","options":[]}}"#)
    let shouldResume = #""recommendation":"shouldResume""#
    daemon.say(#"{"method":"session.resumptionRecommendation",\#(members),\#(shouldResume)}}"#)
    #expect(try await activation.value.state == .active)
    #expect(
      daemon.requests == [
        #"session.activate {"session":7,"ifSeq":40}"#,
        #"session.activate {"session":7,"ifSeq":42}"#,
      ]
    )
  }

  @Test func `R33: a session that is interrupted as it becomes active isn't taken for active`()
    async throws
  {
    let daemon = ScriptedDaemon { _, id, params in
      let reply = #"{"id":\#(id),"result":{"session":7,"state":"active","seq":41}}"#
      guard params["ifSeq"] == 40 else { return [reply] }
      let by = #""params":{\#(Epoch.a.stamp(42)),"session":7,"type":"began","by":null}"#
      return [reply, #"{"method":"session.interruption",\#(by)}"#]
    }
    let session = Session(Opening(), on: daemon.link(application: nil))
    try await session.open()
    let activation = Task { try await session.activate(waiting: .indefinitely) }
    await awaitTurns(session)
    #expect(session.status.state == .interrupted)
    let members = #""params":{\#(Epoch.a.stamp(43)),"session":7"#
    daemon.say(#"{"method":"session.interruption",\#(members),"type":"ended"}}"#)
    let shouldResume = #""recommendation":"shouldResume""#
    daemon.say(#"{"method":"session.resumptionRecommendation",\#(members),\#(shouldResume)}}"#)
    #expect(try await activation.value.state == .active)
  }

  // MARK: - Scopes

  private struct Fault: Error {}

  @Test func `a scope ends the activation when it returns, throws or is cancelled`() async throws {
    let session = try await player()
    let state = try await session.withActivation { session.status.state }
    #expect(state == .active && session.status.state == .inactive)
    await #expect(throws: Fault.self) { try await session.withActivation { throw Fault() } }
    #expect(try await session.refresh().state == .inactive)
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await session.withActivation {
        hasBegun.yield()
        for await _ in session.events() {}
      }
    }
    for await _ in begun { break }
    task.cancel()
    try await task.value
    #expect(try await session.refresh().state == .inactive)
  }

  @Test func `of overlapping scopes the last one ends the activation`() async throws {
    let session = try await player()
    try await session.withActivation {
      try await session.withActivation {}
      #expect(try await session.refresh().state == .active)
    }
    #expect(try await session.refresh().state == .inactive)
  }

  @Test func `a scope that may not begin throws, and leaves an interrupted session alone`()
    async throws
  {
    let session = try await player()
    try await session.activate()
    let phone = try phone()
    try phone.activate()
    for await event in session.events() { if case .interruptionBegan = event { break } }
    await #expect(throws: AudioSessionError.self) { try await session.withActivation {} }
    #expect(try await session.refresh().state == .interrupted)
    try phone.deactivate()
    try await session.withActivation(waiting: .indefinitely) {
      #expect(session.status.state == .active)
    }
  }
}
