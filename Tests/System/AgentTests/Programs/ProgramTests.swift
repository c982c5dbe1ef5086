import AudioSessionJSON
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
      try stage.hearMusic(ProgramStage.full)
      let speech = try stage.speak()
      try stage.hearMusic(ProgramStage.ducked)
      let ducked = try stage.recording.level(of: Pitch.music)
      try speech.kill()
      try stage.hearMusic(ProgramStage.full)
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try stage.hearSilence()
      // It may be muted before it has paused.
      if player.hasMPRIS {
        try Condition.wait("its own display telling the truth") { try stage.status() == "Paused" }
      }
      let status = try player.status(in: stage)
      try call.deactivate()
      try stage.hearMusic(ProgramStage.full)
      let after = try player.status(in: stage)
      if player.hasMPRIS {
        #expect(after == "Playing")
        // Otherwise the next agent would resume it once more, whatever its user has done meanwhile.
        try Condition.wait("it being forgotten") {
          !FileManager.default.fileExists(atPath: stage.pausedPlayersFile)
        }
      }
      let text = String(format: "ducked by espeak-ng: %.1f dB", ducked)
      print("\(player.rawValue): \(text); in a call: silence \(status); after it: \(after)")
      withExtendedLifetime(program) {}
    }

    @Test("what a call has paused goes on when the agent is stopped")
    func stop() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      let call = try stage.pauseByCall()
      #expect(try stage.agent.program.kill(SIGTERM) == 0)
      try stage.hearMusic(ProgramStage.full)
      #expect(try stage.status() == "Playing")
      withExtendedLifetime((program, call)) {}
    }

    @Test("what a call has paused goes on when the agent dies, whatever has become of its file")
    func crash() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.awaitPlaying()
      for isStuck in [false, true] {
        let call = try stage.pauseByCall()
        try FileManager.default.removeItem(atPath: stage.pausedPlayersFile)
        let start = Moment.now
        stage.agent.program.signal(isStuck ? SIGSTOP : SIGKILL)
        try stage.agent.awaitEnd()
        let back = try stage.hearMusic(ProgramStage.full) - start
        print("mpv: back after \(back)")
        #expect(back < .seconds(2))
        #expect(try stage.status() == "Playing")
        try call.deactivate()
        try stage.agent.restart()
        try stage.hearMusic(ProgramStage.full)
      }
      withExtendedLifetime(program) {}
    }

    @Test("the next agent resumes what a call had paused, if agent and guard die at once")
    func doubleCrash() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.awaitPlaying()
      let call = try stage.pauseByCall()
      kill(try stage.agent.guardPID(), SIGKILL)
      try stage.agent.kill()
      try call.deactivate()
      let start = Moment.now
      try stage.agent.restart()
      #expect(try stage.hearMusic(ProgramStage.full) - start < .seconds(2))
      withExtendedLifetime(program) {}
    }

    @Test("a player that a call has paused stays paused if its user says so")
    func keepPaused() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.awaitPlaying()
      let call = try stage.pauseByCall()
      #expect(try stage.graph.run("audiosession-agent", ["--keep-paused"]) == "mpv\n")
      let none = "No player is paused by the agent.\n"
      #expect(try stage.graph.run("audiosession-agent", ["--keep-paused"]) == none)
      try call.deactivate()
      let now = Moment.now
      #expect(try stage.recording.peak(now..<now + .seconds(2)) == 0)
      #expect(try stage.status() == "Paused")
      try stage.graph.run("playerctl", ["play"])
      try stage.hearMusic(ProgramStage.full)
      withExtendedLifetime(program) {}
    }

    @Test("a player that its user has paused stays paused", arguments: [RealPlayer.mpv, .chromium])
    func userPause(player: RealPlayer) throws {
      let stage = try ProgramStage()
      let program = try player.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.graph.run("playerctl", ["pause"])
      try stage.hearSilence()
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try call.deactivate()
      let now = Moment.now
      #expect(try stage.recording.peak(now..<now + .seconds(2)) == 0)
      #expect(try stage.status() == "Paused")
      try stage.graph.run("playerctl", ["play"])
      try stage.hearMusic(ProgramStage.full)
      print("\(player.rawValue): paused by its user, a call came and went: still paused")
      withExtendedLifetime(program) {}
    }

    @Test("a player that its user lets play during a call is heard (R57)")
    func userPlay() throws {
      let stage = try ProgramStage()
      let program = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.agent.awaitAdopted()
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      try stage.hearSilence()
      try stage.graph.run("playerctl", ["play"])
      // It comes anew, beside the call, and is lowered by it (R9).
      try stage.hearMusic(ProgramStage.ducked)
      #expect(try stage.status() == "Playing")
      print("mpv: its user pressed play during a call: heard, ducked")
      withExtendedLifetime((program, call)) {}
    }

    @Test("a browser's conference isn't cut by a video, and the video is lower beside it")
    func conference() throws {
      let stage = try ProgramStage()
      let voice = try stage.graph.toneFile()
      let browser = try Browser.open(Browser.conference(voice), in: stage.graph)
      try stage.hearMusic(ProgramStage.full)
      let captures = try stage.graph.nodes().filter { $0.mediaClass == "Stream/Input/Audio" }
      #expect(captures.contains { $0.name.hasPrefix("Chromium") && $0.state == "running" })
      let start = Moment.now
      let video = try stage.graph.start(
        "mpv",
        ["--no-video", "--no-terminal", stage.graph.toneFile(Pitch.speech)]
      )
      try stage.recording.hear(Pitch.speech, in: -30 ... -20)
      Moment.pass(.seconds(1))
      let levels = try stage.recording.levels(of: Pitch.music, start..<Moment.now)
        .map(\.decibels).sorted()
      // A browser on a busy machine misses a moment now and then by itself.
      let low = levels[levels.count / 10]
      let beside = try stage.recording.level(of: Pitch.speech)
      print("conference: nine tenths of it at least \(low) dB, mpv beside it \(beside) dB")
      #expect(low > ProgramStage.full - 0.5)
      #expect((-30 ... -20).contains(beside))
      withExtendedLifetime((browser, video)) {}
    }
  }
}
