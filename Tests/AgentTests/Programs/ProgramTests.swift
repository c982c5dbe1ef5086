import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// Real programs under the rules that are shipped.
  @Suite(
    .serialized,
    .enabled(if: RealPlayer.areInstalled, "needs the players, espeak-ng and playerctl")
  )
  struct ProgramTests {
    @Test("is ducked by espeak-ng, paused by a call, and goes on", arguments: RealPlayer.allCases)
    func music(player: RealPlayer) throws {
      let stage = try ProgramStage()
      let program = try player.play(in: stage)
      let level = try stage.musicLevel()
      let speech = try stage.speak()
      try stage.hearMusic(level - 13.98)
      let ducked = try stage.recording.level(of: Pitch.music)
      try speech.kill()
      try stage.hearMusic(level)
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try stage.hearSilence()
      let status = try player.status(in: stage)
      if player.hasMPRIS { #expect(status == "Paused", "its own display tells the truth") }
      try call.deactivate()
      try stage.hearMusic(level)
      let after = try player.status(in: stage)
      if player.hasMPRIS { #expect(after == "Playing") }
      let texts = [level, ducked].map { String(format: "%.1f dB", $0) }
      print(
        "\(player.rawValue): \(texts[0]); ducked by espeak-ng: \(texts[1]);"
          + " in a call: silence \(status); after it: \(after)"
      )
      withExtendedLifetime(program) {}
    }

    @Test("a player that its user has paused stays paused", arguments: [RealPlayer.mpv, .chromium])
    func userPause(player: RealPlayer) throws {
      let stage = try ProgramStage()
      let program = try player.play(in: stage)
      let level = try stage.musicLevel()
      try stage.graph.run("playerctl", ["pause"])
      try stage.hearSilence()
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try call.deactivate()
      let now = Moment.now
      #expect(try stage.recording.peak(now..<now + .seconds(2)) == 0)
      #expect(try stage.status() == "Paused")
      try stage.graph.run("playerctl", ["play"])
      try stage.hearMusic(level)
      print("\(player.rawValue): paused by its user, a call came and went: still paused")
      withExtendedLifetime(program) {}
    }

    @Test("a player that its user lets play during a call is heard (R57)")
    func userPlay() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      let level = try stage.musicLevel()
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try stage.hearSilence()
      try stage.graph.run("playerctl", ["play"])
      let heard = try stage.recording.hear(Pitch.music, in: level - 36...level + 0.5)
      #expect(try stage.status() == "Playing")
      print("mpv: its user pressed play during a call: heard again at \(heard)")
      withExtendedLifetime((program, call)) {}
    }

    @Test("a browser's conference isn't cut by a video, and the video is lower beside it")
    func conference() throws {
      let stage = try ProgramStage()
      let voice = try stage.graph.toneFile()
      let browser = try Browser.open(Browser.conference(voice), in: stage.graph)
      let level = try stage.musicLevel()
      let captures = try stage.graph.nodes().filter { $0.mediaClass == "Stream/Input/Audio" }
      #expect(captures.contains { $0.name.hasPrefix("Chromium") && $0.state == "running" })
      let start = Moment.now
      let video = try stage.graph.start(
        "mpv",
        ["--no-video", "--no-terminal", stage.graph.toneFile(Pitch.speech)]
      )
      try stage.recording.hear(Pitch.speech, in: -60 ... -20)
      Moment.pass(.seconds(1))
      let levels = try stage.recording.levels(of: Pitch.music, start..<Moment.now)
      let lowest = levels.map(\.decibels).min() ?? Level.silence
      let beside = try stage.recording.level(of: Pitch.speech)
      print("conference: at least \(lowest) dB of \(level) dB, mpv beside it \(beside) dB")
      #expect(lowest > level - 0.5)
      #expect(beside < -20)
      withExtendedLifetime((browser, video)) {}
    }
  }
}
