import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// What the music suffers when something dies.
  enum Suffering: String, CaseIterable, Sendable {
    case ducked
    case held
  }

  /// What dies, in its order.
  enum Death: String, CaseIterable, Sendable {
    case agent
    case daemon
    case ducker
    case agentThenDaemon = "agent, then daemon"
    case daemonThenAgent = "daemon, then agent"
    case duckerThenAgent = "ducker, then agent"
  }

  @Test(
    "whoever is killed, within a second everything plays as its user has it (R56)",
    arguments: Suffering.allCases,
    Death.allCases
  )
  func killed(suffering: Suffering, death: Death) throws {
    let stage = try SoundStage()
    let music = try stage.playMusic()
    try stage.graph.setVolume(0.5, of: music.name)
    let own = SoundStage.full - 6.02
    try stage.hearMusic(own, within: 0.1)
    let saved = try stage.savedWhenSettled()
    let ducker = try stage.suffer(suffering, to: own)
    let start = Moment.now
    switch death {
    case .agent: try stage.agent.kill()
    case .daemon: try stage.daemon.process.kill()
    case .ducker: ducker()
    case .agentThenDaemon:
      try stage.agent.kill()
      try stage.daemon.process.kill()
    case .daemonThenAgent:
      try stage.daemon.process.kill()
      try stage.agent.kill()
    case .duckerThenAgent:
      ducker()
      try stage.agent.kill()
    }
    let back = try stage.hearMusic(own, within: 0.1, from: start) - start
    print("\(suffering.rawValue), killed: \(death.rawValue): back after \(back)")
    // The daemon lives on to raise it by its ramp, unless the ramp itself is what takes a second.
    let ramp: Duration = suffering == .ducked && death == .ducker ? .seconds(1) : .zero
    #expect(back < .seconds(1) + ramp)
    try music.expectPlaying(beside: stage.recording)
    try stage.hearMusic(own, within: 0.1)
    #expect(try stage.graph.node(music.name).volumes.allSatisfy { abs($0 - 0.5) < 0.001 })
    let after = try stage.savedWhenSettled()
    #expect(after == saved)
  }

  @Test("an agent that begins again goes on where the daemon stands", arguments: Suffering.allCases)
  func agentAgain(suffering: Suffering) throws {
    let stage = try SoundStage()
    let music = try stage.playMusic()
    let release = try stage.suffer(suffering, to: SoundStage.full)
    try stage.agent.kill()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    try stage.agent.restart()
    // A playback that comes during a call is let in, ducked (R9).
    try stage.hearMusic(SoundStage.ducked)
    release()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    withExtendedLifetime(music) {}
  }

  /// With it goes the sink, as one of hardware would, and with the sink the client.
  @Test("WirePlumber may die while music is ducked or held", arguments: Suffering.allCases)
  func wirePlumber(suffering: Suffering) throws {
    var layout = Layout()
    layout.wirePlumberOwnsSinks = true
    let stage = try SoundStage(DaemonConfiguration(), layout)
    let former = try stage.playMusic()
    let saved = try stage.savedWhenSettled()
    let release = try stage.suffer(suffering, to: SoundStage.full)
    try stage.graph.kill(.wirePlumber)
    try former.kill()
    try stage.graph.start(.wirePlumber)
    try stage.graph.awaitDefaultSink()
    try stage.listenAnew()
    let start = Moment.now
    let music = try stage.graph.play()
    try stage.hearMusic(SoundStage.ducked)
    let loudest = try stage.loudest(start..<Moment.now)
    #expect(loudest < SoundStage.ducked + SoundStage.tolerance)
    release()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    try music.expectPlaying(beside: stage.recording)
    let after = try stage.savedWhenSettled()
    #expect(after == saved)
    print("\(suffering.rawValue), WirePlumber killed: new music at most \(loudest) dB, then free")
  }

  @Test(
    "PipeWire may die and come back while music is ducked or held",
    arguments: Suffering.allCases
  )
  func pipeWire(suffering: Suffering) throws {
    let stage = try SoundStage()
    let former = try stage.playMusic()
    let release = try stage.suffer(suffering, to: SoundStage.full)
    for part in stage.graph.layout.parts { try stage.graph.kill(part) }
    _ = try former.program.wait()
    for part in stage.graph.layout.parts { try stage.graph.start(part) }
    try stage.graph.awaitDefaultSink()
    try stage.listenAnew()
    let music = try stage.graph.play()
    try stage.hearMusic(SoundStage.ducked)
    release()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    withExtendedLifetime(music) {}
  }

  @Test("when PipeWire and the agent die together, nothing quiet is left")
  func pipeWireAndAgent() throws {
    let stage = try SoundStage()
    let former = try stage.playMusic()
    let release = try stage.suffer(.ducked, to: SoundStage.full)
    try stage.agent.kill()
    for part in stage.graph.layout.parts { try stage.graph.kill(part) }
    _ = try former.program.wait()
    for part in stage.graph.layout.parts { try stage.graph.start(part) }
    try stage.graph.awaitDefaultSink()
    try stage.listenAnew()
    let music = try stage.playMusic()
    try stage.agent.restart()
    try stage.hearMusic(SoundStage.ducked)
    release()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    withExtendedLifetime(music) {}
  }
}

extension SoundStage {
  /// Has the music ducked by a prompt of another process, or held by a call of one.
  ///
  /// - Returns: What kills who did that.
  func suffer(_ suffering: SoundTests.Suffering, to level: Double) throws -> () -> Void {
    switch suffering {
    case .ducked:
      let prompter = try graph.start("sleep", ["1000"])
      let prompt = try OwnSession.prompt(in: daemon, of: prompter.pid)
      try prompt.activate()
      try hearMusic(level - 13.98)
      return {
        _ = try? prompter.kill()
        withExtendedLifetime(prompt) {}
      }
    case .held:
      try agent.awaitAdopted()
      let caller = try graph.start("sleep", ["1000"])
      let call = try OwnSession.call(in: daemon, of: caller.pid)
      try call.activate()
      try hearSilence()
      return {
        _ = try? caller.kill()
        withExtendedLifetime(call) {}
      }
    }
  }

  /// WirePlumber's files once it has written down what it had to: it waits a second before, and
  /// longer on a busy machine.
  func savedWhenSettled() throws -> [String: String] {
    var saved = try savedNow()
    while true {
      Moment.pass(.milliseconds(1500))
      let later = try savedNow()
      if later == saved { return saved }
      saved = later
    }
  }

  /// WirePlumber's files without the sink that it makes up for a moment without another.
  private func savedNow() throws -> [String: String] {
    try graph.savedState().mapValues { text in
      text.split(separator: "\n").filter { !$0.contains("auto_null") }.joined(separator: "\n")
    }
  }
}
