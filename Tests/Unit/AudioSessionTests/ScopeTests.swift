import AudioSession
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Glibc
import TestSupport
import Testing

/// What a session is a part of, where it is, as what and for whom it is there, by the real daemon.
@Suite(.timeLimit(.minutes(2))) struct ScopeTests {
  @Test func `R52: processes of one application leave each other alone`() async throws {
    let daemon = try TestDaemon()
    let session = Session(name: "tab", application: "browser", socketPath: daemon.socketPath)
    try await session.configure(.playback)
    #expect(try await session.activate().application == "browser")
    let helper = try Stranger(daemon, "helper", ["category": "playback"], application: "browser")
    try helper.activate()
    #expect(try await session.refresh().state == .active)
    let other = try Stranger(daemon, "other", ["category": "playback"])
    try other.activate()
    #expect(try await session.refresh().state == .interrupted)
  }

  @Test func `R52: sessions of two applications don't share a connection, those of one do`()
    async throws
  {
    let daemon = try TestDaemon()
    let path = daemon.socketPath
    let sessions = [
      Session(application: "one", socketPath: path), Session(application: "two", socketPath: path),
      Session(application: "one", socketPath: path), Session(socketPath: path),
    ]
    for session in sessions { try await session.open() }
    #expect(sessions.map(\.status.application) == ["one", "two", "one", nil])
    let raw = try daemon.connect()
    #expect(try raw.granted("server.status")["counts"]?["connections"] == 4)
  }

  @Test func `R63: sessions of two zones leave each other alone`() async throws {
    let daemon = try TestDaemon()
    let kitchen = Session(zone: "kitchen", socketPath: daemon.socketPath)
    try await kitchen.configure(.playback)
    #expect(try await kitchen.activate().zone == "kitchen")
    let attic = try Stranger(daemon, "attic", ["category": "playback", "zone": "attic"])
    try attic.activate()
    #expect(try await kitchen.refresh().state == .active)
    let house = Session(name: "house", zone: .everywhere, socketPath: daemon.socketPath)
    #expect(try await house.open().zone == nil)
    let announcement = try Stranger(daemon, "announcement", ["category": "playback"])
    try announcement.activate()
    #expect(try await kitchen.refresh().state == .interrupted)
  }

  @Test func `R66: a session takes a role, keeps it over a reset, and gives it up`() async throws {
    let text = "[Role emergency]\nLike=alarm\n[Grant emergency]\nUsers=\(getuid())\n"
    let daemon = try TestDaemon(text: text, in: TemporaryDirectory())
    let session = Session(socketPath: daemon.socketPath)
    let siren = try await session.configure(Configuration(category: .playback, role: "emergency"))
    #expect(siren.role == "emergency" && siren.kind == "emergency" && siren.priority == .alarm)
    let events = session.events()
    try daemon.restart()
    for await event in events where event == .mediaServicesReset { break }
    let restored = try await session.refresh()
    #expect(restored.role == "emergency" && restored.priority == .alarm)
    let reader = try await session.configure(Configuration(role: .accessibility))
    #expect(reader.role == "accessibility" && reader.kind == "accessibility")
    #expect(reader.priority == .normal)
    let player = try await session.configure(Configuration(role: .noRole))
    #expect(player.role == nil && player.kind == "exclusive")
    let unknown = await #expect(throws: AudioSessionError.self) {
      try await session.configure(Configuration(role: "fanfare"))
    }
    guard case .refused(let refusal)? = unknown else {
      Issue.record("\(String(describing: unknown)) is no refusal")
      return
    }
    #expect(refusal.arbitrationError == .badParam)
    #expect(refusal.message.contains("emergency"))
  }

  @Test func `a session for another process is that one's, and ends with it`() async throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: getuid(), group: getgid())
    let session = Session(
      name: "agent",
      onBehalfOf: process.pid,
      socketPath: daemon.socketPath
    )
    let events = session.events()
    try await session.activate()
    let shown = try daemon.connect().granted("session.list")["sessions"]?.array?.first
    #expect(shown?["name"] == "agent")
    #expect(shown?["pid"]?.integer == Int64(process.pid))
    try process.die()
    // Nothing tells that the daemon has noticed.
    let error = await #expect(throws: AudioSessionError.self) {
      while true { try await session.refresh() }
    }
    #expect(error == .closed)
    for await _ in events {}
    let missing = Session(onBehalfOf: process.pid, socketPath: daemon.socketPath)
    let refused = await #expect(throws: AudioSessionError.self) { try await missing.open() }
    guard case .refused(let refusal)? = refused else {
      Issue.record("\(String(describing: refused)) is no refusal")
      return
    }
    #expect(refusal.name == "notPermitted")
  }
}
