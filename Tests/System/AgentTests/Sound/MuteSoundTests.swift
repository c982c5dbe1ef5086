import AudioSessionJSON
import GraphTestSupport
import TestSupport
import Testing

/// What a program and its user mute, by ear (R68).
extension SoundTests {
  /// Music by a real client, which has a session of its own.
  private final class Player {
    let stage: SoundStage
    let music: Tone
    let session: OwnSession

    init() throws {
      stage = try SoundStage()
      music = try stage.playMusic()
      let pid = JSONValue.number("\(music.program.pid)")
      session = try OwnSession(
        in: stage.daemon,
        ["name": "player", "category": "playback", "onBehalfOf": pid]
      )
      try session.activate()
    }

    func report(_ members: JSONValue) throws {
      let number = JSONValue.Member("session", .number("\(session.number)"))
      try session.connection.granted("session.report", .object([number] + (members.members ?? [])))
    }

    func nextMute() throws -> JSONValue? {
      let told = try session.connection.nextTold("session.muteChange")["params"]
      print("told: \(told?.text ?? "nothing")")
      return told
    }
  }

  @Test("a program's mute is silence, its user's is told, and none is taken for the other (R68)")
  func mutes() throws {
    let player = try Player()
    let (stage, graph) = (player.stage, player.stage.graph)
    // In its first second it may be WirePlumber's memory that sets a stream's volume.
    Moment.pass(.milliseconds(1200))
    try player.report(["outputMuted": true])
    try stage.hearSilence()
    #expect(try !graph.node(player.music.name).isMuted)
    try player.music.expectPlaying(beside: stage.recording)

    try graph.setMuted(true, player.music.name)
    #expect(try player.nextMute()?["mutedByUser"] == ["output"])
    try graph.setMuted(false, player.music.name)
    let wish = try player.nextMute()
    #expect(wish?["wantsUnmute"] == true)
    #expect(try player.nextMute()?["mutedByUser"] == [])
    try stage.hearSilence()

    try player.report(["outputMuted": false])
    try stage.hearMusic(SoundStage.full, within: 0.1)
    try graph.setMuted(true, player.music.name)
    #expect(try player.nextMute()?["mutedByUser"] == ["output"])
    try stage.hearSilence()
    try graph.setMuted(false, player.music.name)
    let unmuted = try player.nextMute()
    #expect(unmuted?["mutedByUser"] == [] && unmuted?["wantsUnmute"] == nil)
    try stage.hearMusic(SoundStage.full, within: 0.1)
  }

  @Test("a program's mute ends with the agent, and with its session (R56, R68)")
  func muteEnds() throws {
    let player = try Player()
    let stage = player.stage
    try player.report(["outputMuted": true])
    try stage.hearSilence()
    let killed = Moment.now
    try stage.agent.kill()
    let back = try stage.hearMusic(SoundStage.full, within: 0.1, from: killed) - killed
    print("agent killed: back after \(back)")
    #expect(back < .seconds(1))
    try stage.agent.restart()
    try stage.hearSilence()
    try player.session.connection.granted(
      "session.close",
      ["session": .number("\(player.session.number)")]
    )
    try stage.hearMusic(SoundStage.full, within: 0.1)
  }

  @Test("a program's mute of its input turns down what it records, and its user's is told (R68)")
  func muteInput() throws {
    var layout = Layout()
    layout.sources = ["microphone"]
    let stage = try SoundStage(DaemonConfiguration(), layout)
    let dictaphone = try stage.graph.record(
      "microphone",
      ["stream.capture.sink": "false", "node.name": "dictaphone"]
    )
    let pid = JSONValue.number("\(dictaphone.program.pid)")
    let session = try OwnSession(
      in: stage.daemon,
      ["name": "dictaphone", "category": "record", "onBehalfOf": pid]
    )
    try session.activate()
    let number = JSONValue.number("\(session.number)")
    // In that source nothing is ever heard, so that the volumes have to say it.
    for (isMuted, volume) in [(true, 0), (false, 1)] as [(Bool, Double)] {
      let report: JSONValue = ["session": number, "inputMuted": .bool(isMuted)]
      try session.connection.granted("session.report", report)
      try Condition.wait("soft volumes of \(volume)") {
        let node = try stage.graph.node("dictaphone")
        return node.softVolumes == [volume, volume] && !node.isMuted
      }
    }
    try stage.graph.setMuted(true, "dictaphone")
    let told = try session.connection.nextTold("session.muteChange")["params"]
    print("told: \(told?.text ?? "nothing")")
    #expect(told?["mutedByUser"] == ["input"])
  }
}
