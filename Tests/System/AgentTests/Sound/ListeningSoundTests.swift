import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// A voice that lowers music while it is heard, before the rules of every stage.
  private static let listeningRules = """
    [Rule voice]
    Direction=output
    NodeName=voice*
    Category=playback
    Mode=voicePrompt
    Options=duckOthers
    Hold=silence
    WhileHeard=yes

    [Rule chat]
    Direction=output
    NodeName=chat*
    Category=playback
    Hold=silence
    WhileHeard=yes


    """

  private static func listeningStage() throws -> SoundStage {
    try SoundStage(
      ["DuckRamp": "0", "UnduckRamp": "0"],
      rules: listeningRules + SoundStage.rules
    )
  }

  @Test("a voice that is always open lowers music only while it is heard")
  func alwaysOpenVoice() throws {
    let stage = try SoundTests.listeningStage()
    let music = try stage.playMusic()
    let opened = Moment.now
    let voice = try stage.graph.play(Pitch.speech, "voice", amplitude: 0)
    try voice.awaitStreaming()
    _ = try stage.graph.node("audiosession-agent-meter")
    Moment.pass(.seconds(1))
    let beside = try stage.recording.levels(of: Pitch.music, opened..<Moment.now)
    #expect(!beside.hasRow(Level.silence.nextUp...SoundStage.full - SoundStage.tolerance))
    for _ in 0..<3 {
      let start = Moment.now
      try voice.setAmplitude(0.25)
      let word = try stage.recording.hear(Pitch.speech, in: -13 ... -11, from: start)
      let lowered = try stage.hearMusic(SoundStage.ducked, from: start)
      let end = Moment.now
      try voice.setAmplitude(0)
      let back = try stage.hearMusic(SoundStage.full, within: 0.1, from: end)
      print("first word, then lowered: \(lowered - word); silent, then back: \(back - end)")
      #expect(back - end > .milliseconds(900), "it lingers")
    }
    try voice.kill()
    withExtendedLifetime(music) {}
  }

  @Test("what a call has silenced isn't silent by itself, and is heard again afterwards")
  func chatAfterCall() throws {
    let stage = try SoundTests.listeningStage()
    let chat = try stage.graph.play(Pitch.speech, "chat")
    let loud = SoundStage.full - SoundStage.tolerance...SoundStage.full + SoundStage.tolerance
    try stage.recording.hear(Pitch.speech, in: loud)
    try stage.agent.awaitAdopted()
    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    try stage.hearSilence()
    // For longer than it lingers.
    Moment.pass(.seconds(2))
    let start = Moment.now
    try call.deactivate()
    try stage.recording.hear(Pitch.speech, in: loud, from: start)
    withExtendedLifetime(chat) {}
  }

  @Test("a meter ends with its stream, and listens to nothing else")
  func meterEnds() throws {
    var layout = Layout()
    layout.sources = ["microphone"]
    let stage = try SoundStage(DaemonConfiguration(), layout, rules: SoundTests.listeningRules)
    let voice = try stage.graph.play(Pitch.speech, "voice")
    let meter = try stage.graph.node("audiosession-agent-meter")
    #expect(meter.mediaClass == "Stream/Input/Audio/Internal")
    try voice.kill()
    try Condition.wait("the end of the meter") {
      let nodes = try stage.graph.nodes()
      let microphone = nodes.first { $0.name == "microphone" }
      #expect(microphone?.state != "running")
      return !nodes.contains { $0.name == meter.name }
    }
  }
}
