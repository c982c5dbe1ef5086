import AudioSession
import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct EventTests {
  @Test func `a program with this library and one with JSON hear the same in the same order`()
    async throws
  {
    let everybody = DaemonConfiguration.Holders(users: [getuid()])
    var configuration = DaemonConfiguration()
    for grant in ["phoneCall", "system", "admin"] { configuration.grants[grant] = everybody }
    let daemon = try TestDaemon(configuration)
    let mixing: JSONValue = ["category": "playback", "options": ["mixWithOthers"]]
    let raw = try Stranger(daemon, "raw", mixing)
    let session = Session(name: "library", socketPath: daemon.socketPath)
    let events = session.events()
    try await session.configure(.playback, options: .mixWithOthers)
    try await play(raw, session)
    try disturb(daemon)
    try await play(raw, session)
    let number = try #require(session.status.number)
    for number in [Int64(number), Int64(raw.number)] {
      try daemon.connect().granted("session.evict", ["session": .number(String(number))])
    }
    var told: [String] = []
    for await event in events { told.append(Told.text(event)) }
    let expected = try raw.connection.takeTold().map(Told.text)
    #expect(told == expected)
    #expect(Set(told.map { $0.prefix { $0 != " " } }).count == 8, "\(told)")
    await #expect(throws: AudioSessionError.closed) { try await session.activate() }
  }

  private func play(_ raw: Stranger, _ session: Session) async throws {
    try raw.activate()
    try raw.say("session.report", ["playing": true])
    try await session.activate()
    try await session.report(playing: true)
  }

  /// Something of everything that others and the system can do.
  private func disturb(_ daemon: TestDaemon) throws {
    let prompt = try Stranger(
      daemon,
      "prompt",
      ["category": "playback", "options": ["duckOthers"]]
    )
    try prompt.activate()
    try prompt.deactivate()
    let music = try Stranger(daemon, "music", ["category": "playback"])
    try music.activate()
    try music.say("session.report", ["playing": true])
    try music.deactivate()
    let system = try daemon.connect()
    try system.granted("system.setRoute", ["inputs": [], "outputs": [Told.speaker]])
    let phone = try Stranger(
      daemon,
      "phone",
      ["category": "playAndRecord", "priority": "phoneCall"]
    )
    try phone.activate()
    try phone.deactivate()
  }

  @Test func `each reading of the events is a sequence of its own, up to the end`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    let early = session.events()
    try await session.activate()
    let late = session.events()
    try await session.deactivate()
    await session.close()
    var told: [[SessionEvent]] = [[], [], []]
    for await event in early { told[0].append(event) }
    for await event in late { told[1].append(event) }
    for await event in session.events() { told[2].append(event) }
    let ended = SessionEvent.didBecomeInactive(.app, reason: nil)
    #expect(told == [[.didBecomeActive, ended], [ended], []])
  }

  @Test func `events don't keep a session that nobody refers to any more`() async throws {
    let daemon = try TestDaemon()
    var session: Session? = Session(socketPath: daemon.socketPath)
    var events = try #require(session?.events()).makeAsyncIterator()
    try await session?.activate()
    // Before the end: it comes from another thread than the reply, and may be later.
    #expect(await events.next() == .didBecomeActive)
    session = nil
    #expect(await events.next() == nil)
  }
}
