import AudioSession
import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import Testing

/// What is configured while there is no daemon, or one that doesn't answer.
@Suite(.timeLimit(.minutes(2))) struct WishTests {
  /// The first event after which the daemon is there.
  private func awaitReset(_ session: Session) async -> [SessionEvent] {
    var told: [SessionEvent] = []
    for await event in session.events() {
      told.append(event)
      if event == .mediaServicesReset { break }
    }
    return told
  }

  @Test func `a configuration is set when the daemon comes, and the reset follows it`() async throws
  {
    let folder = try TemporaryDirectory()
    let session = Session(name: "player", socketPath: folder.path(of: "socket"))
    await #expect(throws: AudioSessionError.self) {
      try await session.configure(.playback, mode: .spokenAudio, options: [.duckOthers])
    }
    await #expect(throws: AudioSessionError.self) {
      try await session.configure(Configuration(preferences: [.isNowPlayingCandidate]))
    }
    #expect(session.status.category == .playback && session.status.mode == .spokenAudio)
    let daemon = try TestDaemon(text: "", in: folder)
    #expect(await awaitReset(session) == [.mediaServicesReset])
    // Another connection's request comes behind the opening only once that has been made.
    try await session.refresh()
    let raw = try daemon.connect()
    let listed = try raw.granted("session.list")["sessions"]?.array?.first
    #expect(listed?["category"] == "playback" && listed?["mode"] == "spokenAudio")
    #expect(listed?["options"]?.array?.contains("duckOthers") == true)
    #expect(listed?["preferences"]?["isNowPlayingCandidate"] == true)
    #expect(try await session.activate().category == .playback)
  }

  @Test func `a call that finds the daemon first finds the session as configured`() async throws {
    let folder = try TemporaryDirectory()
    let session = Session(socketPath: folder.path(of: "socket"))
    _ = try? await session.configure(.ambient)
    let daemon = try TestDaemon(text: "", in: folder)
    let active = try await session.activate()
    #expect(active.category == .ambient && active.state == .active)
    #expect(await awaitReset(session) == [.mediaServicesReset])
    _ = daemon
  }

  @Test func `R4: what isn't legal is refused without a daemon too, and isn't kept`() async throws {
    let folder = try TemporaryDirectory()
    let session = Session(socketPath: folder.path(of: "socket"))
    let error = await #expect(throws: AudioSessionError.self) {
      try await session.configure(.ambient, mode: .voiceChat)
    }
    guard case .refused(let refusal)? = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    #expect(refusal.arbitrationError == .badParam && refusal.rule == "R4")
    #expect(session.status == SessionStatus())
  }

  @Test func `R3: a wish that the daemon refuses is in nobody's way, and nothing is made of it`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let session = Session(socketPath: folder.path(of: "socket"))
    _ = try? await session.configure(Configuration(category: .playback, priority: .phoneCall))
    let configuration = folder.path(of: "conf")
    let daemon = try TestDaemon(text: "[Grant phoneCall]\nUsers=\n", in: folder)
    _ = configuration
    #expect(await awaitReset(session) == [.mediaServicesReset])
    let error = await #expect(throws: AudioSessionError.self) { try await session.activate() }
    guard case .refused(let refusal)? = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    #expect(refusal.arbitrationError == .missingEntitlement)
    try await session.configure(.playback)
    #expect(try await session.activate().state == .active)
    _ = daemon
  }

  @Test func `a daemon that hangs is lost, and is there again when it goes on`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await session.configure(.playback)
    try await session.activate()
    daemon.process.send(SIGSTOP)
    await #expect(throws: AudioSessionError.timedOut) { try await session.refresh() }
    await #expect(throws: AudioSessionError.mediaServicesFailed) { try await session.refresh() }
    daemon.process.send(SIGCONT)
    #expect(
      await awaitReset(session) == [.didBecomeActive, .mediaServicesLost, .mediaServicesReset]
    )
    let status = try await session.refresh()
    #expect(status.state == .inactive && status.category == .playback)
    #expect(try daemon.connect().granted("server.status")["counts"]?["sessions"] == 1)
  }

  @Test func `a daemon that hangs from the start is lost, and there when it goes on`() async throws
  {
    let daemon = try TestDaemon()
    daemon.process.send(SIGSTOP)
    let session = Session(socketPath: daemon.socketPath)
    await #expect(throws: AudioSessionError.timedOut) { try await session.configure(.playback) }
    await #expect(throws: AudioSessionError.mediaServicesFailed) { try await session.activate() }
    daemon.process.send(SIGCONT)
    #expect(await awaitReset(session) == [.mediaServicesLost, .mediaServicesReset])
    #expect(try await session.activate().category == .playback)
  }
}
