import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// R14: the newcomer's reply waits until those it silences are silent.
@Suite(.tags(.process)) struct EnforcementAcknowledgementTests {
  /// Music plays, a film of another process asks for the sound, and an enforcer has been told.
  private struct Stage {
    let daemon: TestDaemon
    let enforcer: ClientConnection
    let music: ClientConnection
    let process: ClientProcess
    let film: ClientConnection
    let session: JSONValue
    let activation: Int64
    let start: ContinuousClock.Instant
    let seq: JSONValue

    init(timeout: String) throws {
      daemon = try TestDaemon(["EnforcementTimeout": timeout])
      enforcer = try daemon.connect()
      #expect(try enforcer.granted("enforcement.attach")["targets"] == [])
      music = try daemon.connect()
      _ = try music.play()
      process = try ClientProcess(user: 0, group: 0)
      film = try process.connect(to: daemon.socketPath)
      session = try film.open()
      start = .now
      activation = try film.post("session.activate", ["session": session])
      let apply = try enforcer.nextTold()
      #expect(apply["method"] == "enforcement.apply")
      let targets = apply["params"]?["targets"]?.array ?? []
      #expect(targets.map { $0["held"] } == [true])
      seq = apply["params"]?["seq"] ?? .null
    }

    func applied(_ seq: JSONValue) throws {
      let text = #"{"jsonrpc":"2.0","method":"enforcement.applied","params":{"seq":\#(seq.text)}}"#
      try enforcer.send(text + "\n")
    }

    /// A round trip after the decision nothing has come yet.
    func isHeld() throws -> Bool { try enforcer.isServed() && !film.hasUnread }

    /// The held reply, which has to be the activation's.
    func reply() throws -> JSONValue? {
      try film.reply(to: activation)["result"]?["state"]
    }
  }

  @Test func `R14: the reply goes when the enforcer has applied, others don't wait`() throws {
    let stage = try Stage(timeout: "2s")
    #expect(try stage.music.takeTold().map { $0["method"] } == ["session.interruption"])
    let pause: JSONValue = ["session": stage.session, "playing": false]
    let report = try stage.film.post("session.report", pause)
    try stage.applied(999)
    #expect(try stage.isHeld())
    let seen = try stage.music.granted("session.get", ["session": stage.session])
    #expect(seen["state"] == "active")
    try stage.applied(stage.seq)
    #expect(try stage.reply() == "active")
    #expect(.now - stage.start < .seconds(2))
    #expect(try stage.film.reply(to: report)["result"]?["playing"] == false)
  }

  @Test func `R14: an enforcer that never applies delays it for its time at most`() throws {
    let stage = try Stage(timeout: "300ms")
    #expect(try stage.reply() == "active")
    #expect(.now - stage.start >= .milliseconds(300))
    #expect(try !stage.enforcer.hasUnread && stage.enforcer.isServed())
  }

  @Test func `R14: an enforcer that leaves counts as having applied`() throws {
    let stage = try Stage(timeout: "2s")
    #expect(try stage.isHeld())
    stage.enforcer.drop()
    #expect(try stage.reply() == "active")
    #expect(.now - stage.start < .seconds(2))
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func
    `R14: without the grant an enforcer is told of its own user's sessions, and awaited by that user`()
    throws
  {
    let daemon = try TestDaemon(["EnforcementTimeout": "2s"])
    let user: UInt32 = 65_534
    let processes = try [user, user, 0, user].map { try ClientProcess(user: $0, group: $0) }
    let enforcer = try processes[0].connect(to: daemon.socketPath)
    let guest = try processes[1].connect(to: daemon.socketPath)
    #expect(try enforcer.granted("enforcement.attach")["targets"] == [])
    let music = try daemon.connect()
    let radio = try music.play(["category": "playback", "options": ["mixWithOthers"]])
    let own = try guest.play(["category": "playback", "options": ["mixWithOthers"]])
    let other = try processes[2].connect(to: daemon.socketPath)
    let nav = try other.open(["category": "playback", "options": ["duckOthers"]])

    // Root doesn't wait for it, though it is told.
    try other.granted("session.activate", ["session": nav])
    let first = try enforcer.nextTold("enforcement.apply")
    #expect(first["params"]?["targets"]?.array?.map { $0["session"] } == [own])
    try other.granted("session.deactivate", ["session": nav])
    #expect(try enforcer.nextTold("enforcement.apply")["params"]?["targets"] == [])

    let prompt = try processes[3].connect(to: daemon.socketPath)
    let voice = try prompt.open(["category": "playback", "options": ["duckOthers"]])
    let activation = try prompt.post("session.activate", ["session": voice])
    let apply = try enforcer.nextTold("enforcement.apply")
    #expect(apply["params"]?["targets"]?.array?.map { $0["session"] } == [own])
    #expect(try enforcer.isServed() && !prompt.hasUnread)
    let seq = apply["params"]?["seq"] ?? .null
    let applied = #"{"jsonrpc":"2.0","method":"enforcement.applied","params":{"seq":\#(seq.text)}}"#
    try enforcer.send(applied + "\n")
    #expect(try prompt.reply(to: activation)["result"]?["state"] == "active")
    try prompt.granted("session.close", ["session": voice])
    #expect(try enforcer.nextTold("enforcement.apply")["params"]?["targets"] == [])

    // What concerns root's sessions alone isn't told, and doesn't wait.
    try guest.granted("session.close", ["session": own])
    let start = ContinuousClock.now
    try other.granted("session.activate", ["session": nav])
    #expect(.now - start < .seconds(2))
    #expect(try music.granted("session.get", ["session": radio])["gain"]?.double == 0.2)
    #expect(try enforcer.takeTold().isEmpty)
  }

  @Test func `R14: a requester that has ended its side is answered at once`() throws {
    let stage = try Stage(timeout: "2s")
    #expect(try stage.isHeld())
    try stage.film.endWriting()
    #expect(try stage.reply() == "active")
    #expect(.now - stage.start < .seconds(2))
    #expect(try stage.film.linesToEnd() == [])
    let told = try stage.music.nextTold("session.interruption")
    #expect(told["params"]?["type"] == "began")
    #expect(try stage.music.nextTold()["params"]?["options"] == ["shouldResume"])
  }
}
