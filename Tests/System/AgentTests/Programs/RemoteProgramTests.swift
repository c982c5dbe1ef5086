import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// A program with remote commands of the library, whose tone another process plays for it.
  @Suite(
    .serialized,
    .enabled(
      if: HeadlessGraph.isAvailable && (try? Spawn.path(of: "playerctl")) != nil,
      "needs the trait PipeWire, PipeWire, WirePlumber and playerctl"
    )
  )
  struct RemoteProgramTests {
    @Test("with a session of its own it has no other, and is told by that alone")
    func ownSession() throws {
      let stage = try ProgramStage()
      let program = try start(in: stage, ["session Playback"])
      try stage.hearMusic(ProgramStage.full)
      #expect(try sessions(stage) == ["mediaplayer-program active"])
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      #expect(try program.nextLine() == "began")
      try stage.hearSilence()
      #expect(try stage.status() == "Paused")
      try call.deactivate()
      // A pause or a play by the agent would have been said.
      #expect(try program.nextLine() == "ended, resume")
      try stage.graph.run("playerctl", ["play"])
      #expect(try program.nextLine() == "play")
      try stage.hearMusic(ProgramStage.full)
      #expect(
        try sessions(stage).filter { !$0.hasPrefix("call") } == ["mediaplayer-program active"]
      )
    }

    @Test("without a session the agent opens one, pauses it by its command and lets it go on")
    func adopted() throws {
      let stage = try ProgramStage()
      let program = try start(in: stage, [])
      try stage.hearMusic(ProgramStage.full)
      try stage.agent.awaitAdopted()
      try stage.awaitPlaying()
      #expect(try sessions(stage) == ["radio active"])
      let call = try stage.pauseByCall()
      #expect(try program.nextLine() == "pause")
      try call.deactivate()
      #expect(try program.nextLine() == "play")
      try stage.hearMusic(ProgramStage.full)
      #expect(try stage.status() == "Playing")
    }

    /// Starts it, and has it play.
    private func start(in stage: ProgramStage, _ preparation: [String]) throws -> RunningProgram {
      let program = try stage.graph.start(
        "mediaplayer-program",
        environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath],
        readsLines: true
      )
      _ = try program.nextLine("ready")
      let tone = try Spawn.path(of: "audiosession-test-tone")
      for line in preparation + ["answer play pause", "item Song", "tone \(tone)", "play"] {
        try program.send(line)
        #expect(try program.nextLine() == "done")
      }
      return program
    }

    /// The daemon's sessions, by name and state.
    private func sessions(_ stage: ProgramStage) throws -> [String] {
      let list = try stage.daemon.connect().granted("session.list")["sessions"]?.array ?? []
      return list.map { "\($0["name"]?.string ?? "?") \($0["state"]?.string ?? "?")" }
    }
  }
}
