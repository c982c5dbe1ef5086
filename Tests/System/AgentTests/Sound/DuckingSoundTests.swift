import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  @Test(
    "ducked music is lower by the factor, whatever its user's volume is",
    arguments: [1.0, 0.5]
  )
  func duckedLevel(volume: Double) throws {
    let stage = try SoundStage(["DuckRamp": "100ms", "UnduckRamp": "100ms"])
    let music = try stage.playMusic()
    try stage.graph.setVolume(volume, of: music.name)
    let before = SoundStage.full + 20 * log10(volume)
    try stage.hearMusic(before, within: 0.1)
    let speech = try stage.graph.play(Pitch.speech, "speech")
    try stage.hearMusic(before - 13.98)
    let during = try stage.musicLevel()
    #expect(abs(during - before + 13.98) < SoundStage.tolerance)
    let shown = try stage.graph.node(music.name).volumes
    #expect(shown.allSatisfy { abs($0 - volume) < 0.001 }, "mixers show the user's own volume")
    try speech.kill()
    try stage.hearMusic(before, within: 0.1)
    let after = try stage.musicLevel()
    #expect(abs(after - before) < 0.1)
    print("volume \(volume): \(before) dB, ducked \(during) dB, after \(after) dB")
  }

  @Test("a volume that the user sets while it is ducked is ducked too, and is kept (R20)")
  func volumeWhileDucked() throws {
    let stage = try SoundStage(["DuckRamp": "0", "UnduckRamp": "0"])
    let music = try stage.playMusic()
    let speech = try stage.graph.play(Pitch.speech, "speech")
    try stage.hearMusic(SoundStage.ducked)
    let start = Moment.now
    try stage.graph.setVolume(0.5, of: music.name)
    try stage.hearMusic(SoundStage.ducked - 6.02)
    let loudest = try stage.loudest(start..<Moment.now)
    print("set to a half while ducked: at most \(loudest) dB, then \(try stage.musicLevel()) dB")
    try speech.kill()
    try stage.hearMusic(SoundStage.full - 6.02, within: 0.1)
    #expect(try stage.graph.node(music.name).volumes.allSatisfy { abs($0 - 0.5) < 0.001 })
  }

  @Test("outputs that are zones don't disturb each other, and a call without one reaches all (R63)")
  func zones() throws {
    var layout = Layout()
    layout.sinks = ["bath", "kitchen"]
    let rules = """
      [Output bath]
      Zone=bath

      [Output kitchen]
      Zone=kitchen


      """
    let stage = try SoundStage(["DuckRamp": "0"], layout, rules: rules + SoundStage.rules)
    let kitchen = try stage.graph.record("kitchen")
    let inBath = ["target.object": "bath"]
    let inKitchen = ["target.object": "kitchen"]
    let bathMusic = try stage.graph.play(Pitch.music, "music-bath", inBath)
    let kitchenMusic = try stage.graph.play(Pitch.music, "music-kitchen", inKitchen)
    try stage.hearMusic(SoundStage.full)
    try kitchen.hear(Pitch.music, in: -12.1 ... -12.0)
    let start = Moment.now
    let speech = try stage.graph.play(Pitch.speech, "speech", inKitchen)
    try kitchen.hear(Pitch.music, in: -26.5 ... -25.5)
    let bath = try stage.recording.levels(of: Pitch.music, start..<Moment.now + .milliseconds(100))
    // A moment that the busy machine misses is silent, and no row of lower levels.
    #expect(!bath.hasRow(Level.silence.nextUp...SoundStage.full - SoundStage.tolerance))
    #expect(bath.hasRow(SoundStage.full - 0.1...SoundStage.full + 0.1))
    try speech.kill()
    let prompt = try OwnSession.prompt(in: stage.daemon)
    try prompt.activate()
    try stage.hearMusic(SoundStage.ducked)
    try kitchen.hear(Pitch.music, in: -26.5 ... -25.5)
    withExtendedLifetime([bathMusic, kitchenMusic]) {}
  }

  @Test("what a rule leaves alone is neither ducked nor ducks")
  func leftAlone() throws {
    let stage = try SoundStage(["DuckRamp": "0"])
    let music = try stage.playMusic("left-alone")
    let prompt = try OwnSession.prompt(in: stage.daemon)
    try prompt.activate()
    let now = Moment.now
    let level = try stage.loudest(now..<now + .milliseconds(300))
    #expect(abs(level - SoundStage.full) < 0.1)
    withExtendedLifetime(music) {}
  }

  @Test("who speaks for himself isn't adopted, isn't lowered by himself, and obeys (R52, R58)")
  func ownSession() throws {
    let stage = try SoundStage(["DuckRamp": "0", "UnduckRamp": "0"])
    let music = try stage.playMusic()
    let own = try OwnSession(
      in: stage.daemon,
      [
        "name": "own", "category": "playback", "options": ["duckOthers"],
        "onBehalfOf": .number("\(music.pid)"),
      ]
    )
    try own.activate()
    let now = Moment.now
    let alone = try stage.loudest(now..<now + .milliseconds(300))
    #expect(abs(alone - SoundStage.full) < 0.1)
    let sessions = try own.connection.granted("session.list")["sessions"]?.array ?? []
    #expect(sessions.filter { $0["pid"]?.integer == Int64(music.pid) }.count == 1)
    let prompt = try OwnSession.prompt(in: stage.daemon)
    try prompt.activate()
    try stage.hearMusic(SoundStage.ducked)
  }

  @Test("what a command's helper plays belongs to the session that run gave the command (R52, R58)")
  func helperOfCommand() throws {
    let stage = try SoundStage(["DuckRamp": "0", "UnduckRamp": "0"])
    let music = try stage.playMusic()
    // A shell that waits for its helper, as `run -- sh -c 'espeak-ng hi; beep'`.
    let tone = try Spawn.path(ofBuilt: "audiosession-test-tone")
    let words = ["play", "\(Pitch.speech)", "0.25", "node.name=speech", "application.name=speech"]
    let command = ["sh", "-c", #""$0" "$@"; exit"#, tone] + words
    let run = try stage.graph.start(
      "audiosessionctl",
      ["--socket", stage.daemon.socketPath, "run", "--duck", "--name", "run"] + command
    )
    try stage.hearMusic(SoundStage.ducked)
    let loud = SoundStage.full - SoundStage.tolerance...SoundStage.full + SoundStage.tolerance
    try stage.recording.hear(Pitch.speech, in: loud)
    let sessions = try stage.daemon.connect().granted("session.list")["sessions"]?.array ?? []
    #expect(Set(sessions.compactMap { $0["name"]?.string }) == ["music", "run"])
    #expect(try run.kill(SIGTERM) == 143)
    try stage.hearMusic(SoundStage.full)
    withExtendedLifetime(music) {}
  }

  @Test("a program that is stopped by a signal ducks nobody until it goes on (R47)")
  func stoppedProcess() throws {
    let stage = try SoundStage(["DuckRamp": "0", "UnduckRamp": "0"])
    let music = try stage.playMusic()
    let prompter = try stage.graph.start("sleep", ["1000"])
    let prompt = try OwnSession(
      in: stage.daemon,
      [
        "name": "prompt", "category": "playback", "options": ["duckOthers"],
        "onBehalfOf": .number("\(prompter.pid)"),
      ]
    )
    try prompt.activate()
    try stage.hearMusic(SoundStage.ducked)
    prompter.signal(SIGSTOP)
    try stage.hearMusic(SoundStage.full)
    withExtendedLifetime(music) {}
  }
}
