import AudioSessionJSON
import Glibc
import GraphTestSupport
import TestSupport
import Testing

/// Where a program wants its sound to go, by ear (R69).
extension SoundTests {
  private static let full = SoundStage.full - 0.2...SoundStage.full + 0.2

  /// A call that is heard from headphones, beside a loudspeaker on the desk; its session isn't active.
  private final class Call {
    let stage: SoundStage
    let desk: Recording
    let voice: Tone
    let session: OwnSession

    init() throws {
      stage = try SoundStage()
      try stage.graph.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
      desk = try stage.graph.record("desk")
      voice = try stage.playMusic("voice")
      let pid = JSONValue.number("\(voice.program.pid)")
      session = try OwnSession(
        in: stage.daemon,
        ["name": "call", "category": "playAndRecord", "onBehalfOf": pid]
      )
    }

    @discardableResult
    func report(_ override: JSONValue) throws -> JSONValue {
      try session.connection.granted(
        "session.report",
        ["session": .number("\(session.number)"), "outputOverride": override]
      )
    }
  }

  @Test("an override sends what its program plays to the loudspeaker, as long as it lasts (R69)")
  func override() throws {
    let call = try Call()
    let (stage, desk, session) = (call.stage, call.desk, call.session)
    try Condition.wait("the loudspeaker") {
      try session.connection.granted("system.get")["route"]?["hardware"]?["loudspeaker"]?["portID"]
        == "desk"
    }
    try call.report("speaker")
    // An override of a session that isn't active moves nothing.
    try stage.hearMusic(SoundStage.full)
    try session.activate()
    try desk.hear(Pitch.music, in: Self.full)
    try stage.hearSilence()
    #expect(try call.report("none")["outputOverride"] == nil)
    try stage.hearMusic(SoundStage.full)
    try call.report("speaker")
    try desk.hear(Pitch.music, in: Self.full)
    try session.connection.granted(
      "session.deactivate",
      ["session": .number("\(session.number)")]
    )
    try stage.hearMusic(SoundStage.full)
  }

  @Test(
    "a killed agent leaves no override behind, and its successor carries it out again (R56, R69)"
  )
  func overrideOfAKilledAgent() throws {
    let call = try Call()
    let (stage, desk) = (call.stage, call.desk)
    try call.session.activate()
    try call.report("speaker")
    try desk.hear(Pitch.music, in: Self.full)
    let killed = Moment.now
    try stage.agent.kill()
    let back = try stage.hearMusic(SoundStage.full, from: killed) - killed
    print("agent killed: back after \(back)")
    #expect(back < .seconds(1))
    try stage.agent.restart()
    try desk.hear(Pitch.music, in: Self.full)
    try stage.agent.program.kill(SIGTERM)
    try stage.hearMusic(SoundStage.full)
  }
}
