import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// Programs that nobody has named, under the rules that are shipped: what they do decides.
  @Suite(.serialized, .enabled(if: RealPlayer.areInstalled, "needs the players and playerctl"))
  struct NatureTests {
    /// A stage on which mpv plays music.
    func stageWithMusic() throws -> (ProgramStage, RunningProgram) {
      let stage = try ProgramStage()
      let music = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      try stage.agent.awaitAdopted()
      return (stage, music)
    }

    /// The music's lowest level from then until now that lasts for 25 ms: a turn of the graph that
    /// the busy machine loses is shorter.
    private func lowest(_ stage: ProgramStage, since start: Duration) throws -> Double {
      let levels = try stage.recording.levels(of: Pitch.music, start..<Moment.now).map(\.decibels)
      return levels.indices.dropLast(3).compactMap { levels[$0...$0 + 3].max() }.min() ?? -.infinity
    }

    @Test("a bell beside music makes no hole in it", arguments: ["paplay", "pw-play"])
    func bell(command: String) throws {
      let (stage, music) = try stageWithMusic()
      let bell = try stage.graph.toneFile(Pitch.speech, seconds: 1)
      let low = try measured("the music's lowest level") {
        let start = Moment.now
        for _ in 0..<3 { try stage.graph.run(command, [bell]) }
        return try lowest(stage, since: start)
      } isRight: {
        $0 > ProgramStage.full - 3
      }
      print("\(command) beside music: the music is never below \(low - ProgramStage.full) dB")
      #expect(low > ProgramStage.full - 3)
      withExtendedLifetime(music) {}
    }

    @Test("a click beside music is heard from its first sample", arguments: ["paplay", "pw-play"])
    func click(command: String) throws {
      let (stage, music) = try stageWithMusic()
      let click = try stage.graph.toneFile(Pitch.speech, seconds: 1, amplitude: 0.6)
      var lengths: [Double] = []
      for _ in 0..<5 {
        let start = Moment.now
        try stage.graph.run(command, [click])
        try stage.recording.wait(until: Moment.now + .milliseconds(100))
        // Louder than the music, which is heard beside it.
        let samples = stage.recording.samples[stage.recording.index(at: start)...]
        let first = try #require(samples.firstIndex { abs($0) > 0.5 })
        let last = try #require(samples.lastIndex { abs($0) > 0.5 })
        lengths.append(Double(last - first) / Recording.rate * 1000)
      }
      let listed = lengths.map { String(format: "%.1f", $0) }.joined(separator: " ")
      print("\(command), 1000 ms beside music, heard for \(listed) ms")
      // A quantum, and the time between two of the loud samples.
      #expect(lengths.sorted()[2] > 1000 - 5.4 - 3)
      withExtendedLifetime(music) {}
    }

    /// A program that plays, and perhaps captures, by pipewire-pulse.
    func play(
      _ binary: String,
      _ pitch: Double,
      amplitude: Double = 0.25,
      captures: Bool = false,
      in stage: ProgramStage
    ) throws -> [RunningProgram] {
      let process = try stage.graph.start("sleep", ["600"])
      let claims = [
        "--property=application.process.id=\(process.pid)",
        "--property=application.process.binary=\(binary)",
      ]
      let file = try stage.graph.toneFile(pitch, amplitude: amplitude)
      let playing = try stage.graph.start("paplay", claims + [file])
      guard captures else { return [process, playing] }
      let capturing = try stage.graph.start("parec", claims + ["-d", "microphone"])
      return [process, playing, capturing]
    }

    @Test("a call of a program that nobody knows and a video go on beside each other")
    func call() throws {
      let stage = try ProgramStage()
      let call = try play("unheard-of", Pitch.speech, captures: true, in: stage)
      try stage.recording.hear(Pitch.speech, in: -13 ... -11)
      let video = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      Moment.pass(.seconds(5))
      let low = try measured("the lower of call and video") {
        let start = Moment.now
        Moment.pass(.seconds(1))
        let levels = try [Pitch.music, Pitch.speech].flatMap {
          try stage.recording.levels(of: $0, start..<Moment.now)
        }
        return levels.map(\.decibels).min() ?? -.infinity
      } isRight: {
        $0 > ProgramStage.full - 3
      }
      print("an unlisted call beside a video: neither is below \(low - ProgramStage.full) dB")
      #expect(low > ProgramStage.full - 3)
      withExtendedLifetime((call, video)) {}
    }

    @Test(
      "a game or a virtual machine plays beside music, whichever came first",
      arguments: ["factorio", "qemu-system-x86_64"],
      [false, true]
    )
    func beside(binary: String, comesFirst: Bool) throws {
      let stage = try ProgramStage()
      let first = comesFirst ? try play(binary, Pitch.speech, in: stage) : []
      if comesFirst { try stage.recording.hear(Pitch.speech, in: -13 ... -11) }
      let music = try RealPlayer.mpv.play(in: stage)
      try stage.hearMusic(ProgramStage.full)
      let second = comesFirst ? [] : try play(binary, Pitch.speech, in: stage)
      try stage.recording.hear(Pitch.speech, in: -13 ... -11)
      Moment.pass(.seconds(6))
      try stage.hearMusic(ProgramStage.full)
      try stage.recording.hear(Pitch.speech, in: -13 ... -11)
      withExtendedLifetime((first, music, second)) {}
    }

    @Test(
      "programs of one terminal or one service are not one program",
      .enabled(if: TestCgroup.canBeMade, "no cgroup can be made here"),
      arguments: ["app-org.kde.konsole-4711.scope", "app-kiosk.service"]
    )
    func oneUnit(name: String) throws {
      let stage = try ProgramStage()
      let unit = try UserUnit(name)
      let file = try stage.graph.toneFile()
      let music = try unit.start("mpv", ["--no-video", "--no-terminal", file], in: stage.graph)
      try stage.hearMusic(ProgramStage.full)
      let words = String(repeating: "turn left at the next crossing, ", count: 10)
      let speech = try unit.start("espeak-ng", ["-a", "1", words], in: stage.graph)
      try stage.hearMusic(ProgramStage.ducked)
      try speech.kill()
      try stage.hearMusic(ProgramStage.full)
      let other = try stage.graph.toneFile(Pitch.speech)
      let film = try unit.start("mpv", ["--no-video", "--no-terminal", other], in: stage.graph)
      try stage.recording.hear(Pitch.music, in: -200 ... -60)
      try film.kill()
      try stage.hearMusic(ProgramStage.full)
      try music.kill()
    }

    @Test("a sound that lasts becomes music, and stops other music")
    func lasting() throws {
      let (stage, music) = try stageWithMusic()
      let start = Moment.now
      let sound = try play("unheard-of", Pitch.speech, in: stage)
      let heard = try stage.recording.hear(Pitch.speech, in: -13 ... -11, from: start)
      Moment.pass(.seconds(4) - (Moment.now - heard))
      #expect(try stage.status() == "Playing")
      try Condition.wait("the music's end") { try stage.status() == "Paused" }
      print("an unknown program stopped music \(Moment.now - heard) after it began")
      // What its user mutes claims nothing: the music comes back.
      let inputs = try stage.graph.run("pactl", ["list", "short", "sink-inputs"])
      for line in inputs.split(separator: "\n") {
        let number = String(line.prefix { $0.isNumber })
        try stage.graph.run("pactl", ["set-sink-input-mute", number, "1"])
      }
      try Condition.wait("the music again") { try stage.status() == "Playing" }
      withExtendedLifetime((music, sound)) {}
    }

    @Test("twenty programs are all lowered under a voice")
    func crowd() throws {
      let stage = try ProgramStage()
      let file = try stage.graph.toneFile(Pitch.music, amplitude: 0.01)
      let programs = try (0..<20).map { _ in
        try stage.graph.start("paplay", ["--property=media.role=game", file])
      }
      try stage.agent.awaitAdopted(20)
      Moment.pass(.milliseconds(300))
      let before = try stage.recording.level(of: Pitch.music)
      let speech = try stage.speak()
      let lowered = before - 13.98
      try stage.recording.hear(Pitch.music, in: lowered - 0.5...lowered + 0.5)
      print("twenty programs: \(before) dB, under a voice lowered by 14 dB, all of them")
      withExtendedLifetime((programs, speech)) {}
    }
  }
}
