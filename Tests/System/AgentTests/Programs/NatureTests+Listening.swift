import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests.NatureTests {
  @Test("a conference lowers music only while somebody speaks, and a call stops it all the same")
  func silentConference() throws {
    let (stage, music) = try stageWithMusic()
    let start = Moment.now
    let conference = try play("mumble", Pitch.speech, amplitude: 0, captures: true, in: stage)
    _ = try stage.graph.node("audiosession-agent-meter")
    try stage.agent.awaitAdopted(2)
    Moment.pass(.seconds(1))
    let beside = try stage.recording.levels(of: Pitch.music, start..<Moment.now)
    #expect(!beside.hasRow(Level.silence.nextUp...ProgramStage.full - 3))
    // Somebody speaks, and somebody else is heard as he does.
    let pid = try #require(conference.first?.pid)
    let claims = ["id=\(pid)", "binary=mumble"].map { "--property=application.process.\($0)" }
    for _ in 0..<2 {
      let file = try stage.graph.toneFile(Pitch.speech, seconds: 1)
      try stage.graph.run("paplay", claims + [file])
      let end = Moment.now
      try stage.hearMusic(ProgramStage.ducked)
      let back = try stage.recording.hear(
        Pitch.music,
        in: ProgramStage.full - 0.5...ProgramStage.full + 0.5,
        from: end
      )
      print("the last word of a conference, then music as before: \(back - end)")
    }
    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    let sessions = try stage.daemon.connect().granted("session.list")["sessions"]?.array ?? []
    #expect(sessions.filter { $0["state"] == "interrupted" }.count == 2)
    withExtendedLifetime((music, conference)) {}
  }

  @Test("silence doesn't become music, and the first sound of what has lasted does")
  func silence() throws {
    let (stage, music) = try stageWithMusic()
    let page = try stage.graph.play(Pitch.speech, "page", amplitude: 0)
    try page.awaitStreaming()
    // For longer than a sound lasts.
    Moment.pass(.seconds(7))
    #expect(try stage.status() == "Playing")
    let start = Moment.now
    try page.setAmplitude(0.25)
    try Condition.wait("the music's end") { try stage.status() == "Paused" }
    print("the first sound of what was silent stopped music after \(Moment.now - start)")
    withExtendedLifetime((music, page)) {}
  }

  @Test(
    "a speech dispatcher whose stream is always open lowers music only while it speaks",
    .enabled(if: Checkout.has("spd-say"), "needs speech-dispatcher")
  )
  func speechDispatcher() throws {
    let (stage, music) = try stageWithMusic()
    let dispatcher = try stage.graph.start(
      "speech-dispatcher",
      ["--run-single", "--timeout", "0"]
    )
    let socket = stage.graph.folder.path(of: "run/speech-dispatcher/speechd.sock")
    try Condition.wait("\(socket): \(dispatcher.said)") { SocketState.isListening(at: socket) }
    for _ in 0..<2 {
      let start = Moment.now
      // Of some hundred ends, speech-dispatcher 0.12 keeps one to itself.
      let words = "timeout 10 spd-say --wait 'turn left at the next crossing' || [ $? = 124 ]"
      try stage.graph.run("sh", ["-c", words])
      let end = Moment.now
      let lowered = ProgramStage.ducked - 2...ProgramStage.ducked + 2
      try stage.recording.hear(Pitch.music, in: lowered, from: start)
      let back = try stage.hearMusic(ProgramStage.full)
      print("the end of speech, then music as before: \(back - end)")
      // It takes 1.8 s, and is louder than the music.
      let loud = try (0..<30).filter { window in
        let time = start + .milliseconds(100) * window
        return try stage.recording.peak(time..<time + .milliseconds(100)) > 0.3
      }
      #expect(loud.count >= 8)
    }
    withExtendedLifetime((music, dispatcher)) {}
  }
}
