import AudioSessionJSON
import Glibc
import GraphTestSupport
import TestSupport
import Testing

/// Where a program wants its sound to go, by ear (R69).
extension SoundTests {
  private static let full = SoundStage.full - 0.2...SoundStage.full + 0.2

  @Test("an override sends what its program plays to the loudspeaker, as long as it lasts (R69)")
  func override() throws {
    let stage = try SoundStage()
    let graph = stage.graph
    try graph.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
    let desk = try graph.record("desk")
    let voice = try stage.playMusic("voice")
    let session = try OwnSession(
      in: stage.daemon,
      [
        "name": "call", "category": "playAndRecord",
        "onBehalfOf": .number("\(voice.program.pid)"),
      ]
    )
    func report(_ override: JSONValue) throws -> JSONValue {
      try session.connection.granted(
        "session.report",
        ["session": .number("\(session.number)"), "outputOverride": override]
      )
    }
    try Condition.wait("the loudspeaker") {
      try session.connection.granted("system.get")["route"]?["hardware"]?["loudspeaker"]?["portID"]
        == "desk"
    }
    _ = try report("speaker")
    // An override of a session that isn't active moves nothing.
    try stage.hearMusic(SoundStage.full)
    try session.activate()
    try desk.hear(Pitch.music, in: Self.full)
    try stage.hearSilence()
    #expect(try report("none")["outputOverride"] == nil)
    try stage.hearMusic(SoundStage.full)
    _ = try report("speaker")
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
    let stage = try SoundStage()
    let graph = stage.graph
    try graph.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
    let desk = try graph.record("desk")
    let voice = try stage.playMusic("voice")
    let session = try OwnSession(
      in: stage.daemon,
      [
        "name": "call", "category": "playAndRecord",
        "onBehalfOf": .number("\(voice.program.pid)"),
      ]
    )
    try session.activate()
    try session.connection.granted(
      "session.report",
      ["session": .number("\(session.number)"), "outputOverride": "speaker"]
    )
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
