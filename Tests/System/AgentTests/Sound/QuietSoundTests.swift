import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// Nothing stays quiet, whatever fails together with the agent.
  ///
  /// The music's user has set it to half its volume.
  @Suite(.serialized)
  struct QuietSoundTests {
    /// How long anything may stay quiet.
    static let limit = Duration.seconds(2)
    static let own = SoundStage.full - 6.02

    @Test("an agent that is stuck is killed, and all is heard", arguments: Suffering.allCases)
    func stuck(suffering: Suffering) throws {
      let stage = try SoundStage()
      let (music, ducker) = try stage.sufferAtHalf(suffering)
      let start = Moment.now
      stage.agent.program.signal(SIGSTOP)
      try stage.hearOwn(since: start)
      try stage.agent.awaitEnd()
      try music.expectPlaying(beside: stage.recording)
      ducker()
    }

    @Test("an agent that is stuck while nothing is touched is left alone")
    func stuckAtRest() throws {
      let stage = try SoundStage()
      let (music, ducker) = try stage.sufferAtHalf(.ducked)
      ducker()
      try stage.hearMusic(Self.own, within: 0.1)
      // Its last step is told to the guard within this time.
      Moment.pass(.milliseconds(200))
      stage.agent.program.signal(SIGSTOP)
      Moment.pass(.seconds(2))
      stage.agent.program.signal(SIGCONT)
      #expect(!stage.agent.program.hasEnded)
      _ = try stage.suffer(.ducked, to: Self.own)
      withExtendedLifetime(music) {}
    }

    @Test(
      "an agent whose file of paused players is lost leaves nothing quiet",
      arguments: Suffering.allCases
    )
    func lostPausedPlayersFile(suffering: Suffering) throws {
      let stage = try SoundStage()
      let (music, ducker) = try stage.sufferAtHalf(suffering)
      try stage.losePausedPlayersFile()
      let start = Moment.now
      try stage.agent.kill()
      try stage.hearOwn(since: start)
      try music.expectPlaying(beside: stage.recording)
      ducker()
    }

    @Test("the next agent needs no file of paused players either", arguments: Suffering.allCases)
    func nextAgent(suffering: Suffering) throws {
      let stage = try SoundStage()
      let (music, ducker) = try stage.sufferAtHalf(suffering)
      try stage.losePausedPlayersFile()
      kill(try stage.agent.guardPID(), SIGKILL)
      try stage.agent.kill()
      ducker()
      let start = Moment.now
      try stage.agent.restart()
      try stage.hearOwn(since: start)
      try music.expectPlaying(beside: stage.recording)
    }

    @Test("a folder that can't be written to changes nothing", arguments: Suffering.allCases)
    func unwritable(suffering: Suffering) throws {
      let stage = try SoundStage { graph in
        // Also root can't make a folder where there is a file.
        let path = graph.folder.path(of: "run/audiosession")
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        return []
      }
      try stage.expectRescue(from: suffering)
    }

    @Test("nor does a full disk", .enabled(if: SmallDisk.isPossible, "a disk to fill takes root"))
    func fullDisk() throws {
      var disk: SmallDisk?
      let stage = try SoundStage { graph in
        disk = try SmallDisk(at: graph.folder.path(of: "run/audiosession"))
        return []
      }
      try disk?.fill()
      try stage.expectRescue(from: .held)
      disk = nil
    }

    @Test("nor does an agent that knows no runtime folder", arguments: Suffering.allCases)
    func noRuntimeFolder(suffering: Suffering) throws {
      let stage = try SoundStage { SoundStage.withoutRuntimeFolder($0) }
      try stage.expectRescue(from: suffering)
    }

    @Test("there is one agent, whatever it knows of the runtime folder", arguments: [true, false])
    func second(firstKnowsFolder: Bool) throws {
      let stage = try SoundStage { graph in
        firstKnowsFolder ? [] : SoundStage.withoutRuntimeFolder(graph)
      }
      let (music, ducker) = try stage.sufferAtHalf(.ducked)
      #expect(try stage.agent.statusOfSecond() == 75)
      let without = SoundStage.withoutRuntimeFolder(stage.graph)
      #expect(try stage.agent.statusOfSecond(prefix: without) == 75)
      // Neither has given anything back.
      try stage.hearMusic(Self.own - 13.98)
      ducker()
      try stage.hearMusic(Self.own, within: 0.1)
      withExtendedLifetime(music) {}
    }

    @Test("what its user has muted stays mute, and is heard when he wants it")
    func muted() throws {
      let stage = try SoundStage()
      let (music, ducker) = try stage.sufferAtHalf(.ducked)
      try stage.graph.setMuted(true, music.name)
      try stage.hearSilence()
      try stage.agent.kill()
      Moment.pass(.seconds(1))
      try stage.hearSilence()
      try stage.graph.setMuted(false, music.name)
      try stage.hearOwn(since: Moment.now)
      ducker()
    }

    /// As many times as the variable `ROUNDS` says; `SEED` repeats a run.
    @Test("killed at random moments, nothing stays quiet")
    func random() throws {
      let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap(Int.init) ?? 8
      var generator = SplitMix64(seed: seed())
      let stage = try SoundStage()
      let music = try stage.playAtHalf()
      var slowest = Duration.zero
      for round in 1...rounds {
        let death = RandomDeath.allCases.randomElement(using: &generator) ?? .agent
        let suffering = Suffering.allCases.randomElement(using: &generator) ?? .ducked
        let moment = Duration.milliseconds(Int.random(in: 0..<800, using: &generator))
        let ducker = try stage.beginSuffering(suffering)
        Moment.pass(moment)
        let start = try stage.perform(death, ducker)
        let back = try stage.hearMusic(Self.own, within: 0.1, from: start) - start
        let text = "\(round): \(suffering.rawValue), after \(moment) \(death.rawValue)"
        #expect(back < Self.limit, "\(text): \(back)")
        try music.expectPlaying(beside: stage.recording)
        slowest = max(slowest, back)
        ducker()
        if stage.agent.program.hasEnded { try stage.agent.restart() }
        try stage.hearMusic(Self.own, within: 0.1)
      }
      print("\(rounds) deaths: back after \(slowest) at most")
    }
  }

  /// What dies at a random moment.
  enum RandomDeath: String, CaseIterable {
    case agent = "the agent"
    case guardThenAgent = "the guard, then the agent"
    case bothThenDucker = "guard, agent and ducker, then a new agent"
    case stuck = "the agent is stuck"
    case stuckThenKilled = "the agent is stuck, then killed"
  }
}

extension SoundStage {
  /// What runs an agent that knows where PipeWire is, and no runtime folder.
  static func withoutRuntimeFolder(_ graph: HeadlessGraph) -> [String] {
    ["env", "-u", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR=" + graph.folder.path(of: "run")]
  }

  /// Plays music that its user has set to half its volume.
  fileprivate func playAtHalf() throws -> Tone {
    let music = try playMusic()
    try graph.setVolume(0.5, of: music.name)
    try hearMusic(SoundTests.QuietSoundTests.own, within: 0.1)
    return music
  }

  fileprivate func sufferAtHalf(
    _ suffering: SoundTests.Suffering
  ) throws -> (music: Tone, ducker: () -> Void) {
    let music = try playAtHalf()
    return (music, try suffer(suffering, to: SoundTests.QuietSoundTests.own))
  }

  /// Requires that music is heard in time at its user's level.
  fileprivate func hearOwn(since start: Duration) throws {
    let own = SoundTests.QuietSoundTests.own
    let back = try hearMusic(own, within: 0.1, from: start) - start
    print("back after \(back)")
    #expect(back < SoundTests.QuietSoundTests.limit)
    try hearMusic(own, within: 0.1)
  }

  /// Requires that what suffers is heard when the agent is killed.
  fileprivate func expectRescue(from suffering: SoundTests.Suffering) throws {
    let (music, ducker) = try sufferAtHalf(suffering)
    let start = Moment.now
    try agent.kill()
    try hearOwn(since: start)
    try music.expectPlaying(beside: recording)
    ducker()
  }

  /// Empties what the agent has written down.
  fileprivate func losePausedPlayersFile() throws {
    let folder = graph.folder.path(of: "run/audiosession")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("agent-") {
      truncate("\(folder)/\(name)", 0)
    }
  }

  /// Lets somebody ask to be heard in the music's place, and doesn't wait for the silence.
  fileprivate func beginSuffering(_ suffering: SoundTests.Suffering) throws -> () -> Void {
    try agent.awaitAdopted()
    let asker = try graph.start("sleep", ["1000"])
    let session =
      suffering == .ducked
      ? try OwnSession.prompt(in: daemon, of: asker.pid)
      : try OwnSession.call(in: daemon, of: asker.pid)
    try session.activate()
    return {
      _ = try? asker.kill()
      withExtendedLifetime(session) {}
    }
  }

  /// - Returns: When everything has to be on its way back.
  fileprivate func perform(
    _ death: SoundTests.RandomDeath,
    _ ducker: () -> Void
  ) throws -> Duration {
    let start = Moment.now
    switch death {
    case .agent: try agent.kill()
    case .guardThenAgent:
      Glibc.kill(try agent.guardPID(), SIGKILL)
      // The next guard comes after a second at most.
      Moment.pass(.milliseconds(1200))
      let start = Moment.now
      try agent.kill()
      return start
    case .bothThenDucker:
      Glibc.kill(try agent.guardPID(), SIGKILL)
      try agent.kill()
      ducker()
      let start = Moment.now
      try agent.restart()
      return start
    case .stuck:
      agent.program.signal(SIGSTOP)
      try agent.awaitEnd()
    case .stuckThenKilled:
      agent.program.signal(SIGSTOP)
      Moment.pass(.milliseconds(300))
      try agent.kill()
    }
    return start
  }
}
