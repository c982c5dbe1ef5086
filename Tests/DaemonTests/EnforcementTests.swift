import AudioSessionWire
import TestSupport
import Testing

/// R14: the newcomer's reply waits until those it silences are silent.
@Suite(.tags(.process)) struct EnforcementTests {
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
