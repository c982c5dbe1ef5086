import AudioSession
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Glibc
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionTests {
  @Test func `a session is what the daemon makes of it`() async throws {
    let daemon = try TestDaemon()
    let session = Session(name: "player", socketPath: daemon.socketPath)
    #expect(session.status == SessionStatus())
    let configured = try await session.configure(
      .playback,
      mode: .spokenAudio,
      options: [.duckOthers]
    )
    #expect(configured.category == .playback)
    #expect(configured.mode == .spokenAudio)
    #expect(
      configured.options == [.duckOthers, .mixWithOthers, .allowAirPlay, .allowBluetoothA2DP]
    )
    #expect(configured.state == .inactive)
    try await session.activate()
    let playing = try await session.report(playing: true)
    #expect(playing.state == .active && playing.isPlaying)
    #expect(session.status == playing)
    #expect(try await session.refresh() == playing)
    #expect(try await session.deactivate().state == .inactive)
    await session.close()
    await #expect(throws: AudioSessionError.closed) { try await session.activate() }
  }

  @Test func `a refusal says what refused, and changes nothing`() async throws {
    let everybody = DaemonConfiguration.Holders(users: [getuid()])
    var configuration = DaemonConfiguration()
    configuration.grants["phoneCall"] = everybody
    let daemon = try TestDaemon(configuration)
    let phone = try Stranger(daemon, "phone", ["priority": "phoneCall"])
    try phone.activate()
    let session = Session(socketPath: daemon.socketPath)
    let before = try await session.open()
    let error = await #expect(throws: AudioSessionError.self) { try await session.activate() }
    guard case .refused(let refusal)? = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    let expected = AudioSession.Refusal(
      code: 561_017_449,
      name: "insufficientPriority",
      fourCC: "!pri",
      rule: "R59",
      cell: "exclusive.phoneCall",
      by: AudioSession.Blocker(session: phone.number, name: "phone", priority: .phoneCall),
      message: refusal.message
    )
    #expect(refusal == expected)
    #expect(refusal.arbitrationError == .insufficientPriority)
    #expect(session.status == before)
  }

  @Test func `R4: bits that no option has are refused without asking`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    await #expect(throws: AudioSessionError.self) {
      try await session.configure(.playback, options: CategoryOptions(rawValue: 1 << 30))
    }
    let speech = try await session.configure(.playback, options: .interruptSpokenBit)
    #expect(speech.options.isSuperset(of: .interruptSpokenAudioAndMixWithOthers))
    #expect(speech.options.contains(.mixWithOthers))
  }

  @Test func `two sessions of a program share one connection`() async throws {
    let daemon = try TestDaemon()
    let sessions = [Session(socketPath: daemon.socketPath), Session(socketPath: daemon.socketPath)]
    for session in sessions { try await session.activate() }
    let raw = try daemon.connect()
    let counts = try raw.granted("server.status")["counts"]
    #expect(counts?["connections"]?.integer == 2)
    #expect(counts?["sessions"]?.integer == 2)
    #expect(counts?["active"]?.integer == 2)
    await sessions[0].close()
    #expect(try raw.granted("server.status")["counts"]?["sessions"]?.integer == 1)
    #expect(try await sessions[1].refresh().state == .active)
  }

  @Test func `without a daemon the error has the socket's path, and a later one is found`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "socket")
    let session = Session(socketPath: path)
    let missing = AudioSessionError.unavailable(
      paths: [path],
      reason: "connect: No such file or directory"
    )
    for _ in 1...3 { await #expect(throws: missing) { try await session.activate() } }
    #expect(missing.description.contains(path))
    let daemon = try TestDaemon(text: "", in: folder)
    #expect(try await session.activate().state == .active)
    _ = daemon
  }

  @Test func `the route is what was reported`() async throws {
    var configuration = DaemonConfiguration()
    configuration.grants["system"] = DaemonConfiguration.Holders(users: [getuid()])
    let daemon = try TestDaemon(configuration)
    let session = Session(socketPath: daemon.socketPath)
    #expect(try await session.route() == AudioSession.Route())
    try daemon.connect().granted("system.setRoute", ["inputs": [], "outputs": [Told.speaker]])
    let route = AudioSession.Route(outputs: [
      AudioSession.Route.Port(type: "Speaker", name: "Desk", id: "desk")
    ])
    #expect(try await session.route() == route)
    #expect(try session.wait(for: .route, atMost: .seconds(5)) == route)
  }
}
