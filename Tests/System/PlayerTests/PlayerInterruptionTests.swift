import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// What the session does to `AVAudioPlayer`, by what is heard and in which order it is told.
@Suite(
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct PlayerInterruptionTests {
  @Test func `interrupted by a call: paused before it is told, and goes on where it was`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    let call = try stage.call()
    #expect(try stage.next() == "delegate begin, paused, interrupted")
    #expect(try stage.next() == "notified begin, paused, interrupted")
    try stage.hearSilence()
    let place = try stage.place()
    try stage.close(call)
    #expect(try stage.next() == "delegate end 1")
    #expect(try stage.next() == "notified end 1")
    #expect(try stage.next() == "plays [true]")
    let start = Moment.now
    try stage.hear(PlayerStage.full)
    let passed = (Moment.now - start) / .seconds(1)
    let went = try stage.place() - place
    print("stood at \(place) s, went on for \(went) s in \(passed) s")
    #expect((0...passed + 0.5).contains(went))
    #expect(try stage.session("state") == "active")
  }

  @Test func `it never goes on by itself`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("stay")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    let call = try stage.call()
    #expect(try stage.next().hasPrefix("delegate begin"))
    #expect(try stage.next().hasPrefix("notified begin"))
    try stage.close(call)
    #expect(try stage.next() == "delegate end 1")
    #expect(try stage.next() == "notified end 1")
    try stage.hearSilence()
    try stage.tell("condition", "paused, inactive")
  }

  @Test func `paused by its user before a call: it isn't told to go on`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.tell("pause")
    try stage.hearSilence()
    let call = try stage.call()
    #expect(try stage.next() == "notified begin, paused, interrupted")
    try stage.close(call)
    #expect(try stage.next() == "notified end 0")
  }

  @Test func `a prompt: lowered by its ramp, and back`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    let prompt = try stage.prompt()
    try stage.hear(PlayerStage.ducked)
    try stage.close(prompt)
    try stage.hear(PlayerStage.full)
  }

  @Test func `beside an agent: lowered once, paused once, and heard as before`() throws {
    let stage = try PlayerStage()
    let agent = try TestAgent(
      in: stage.graph,
      of: stage.daemon,
      "[Rule music]\nDirection=output\nCategory=playback\nHold=pause\n"
    )
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    let prompt = try stage.prompt()
    try stage.hear(PlayerStage.ducked)
    let start = Moment.now
    let lowest =
      try stage.recording.levels(of: 400, start..<start + .milliseconds(500))
      .map(\.decibels).min() ?? 0
    #expect(lowest > PlayerStage.ducked - 1)
    try stage.close(prompt)
    try stage.hear(PlayerStage.full)
    let list = try stage.others.granted("session.list")["sessions"]?.array ?? []
    #expect(list.count == 1, "the agent opens none for a program that has one: \(list)")
    let call = try stage.call()
    #expect(try stage.next() == "delegate begin, paused, interrupted")
    #expect(try stage.next() == "notified begin, paused, interrupted")
    try stage.hearSilence()
    try stage.close(call)
    #expect(try stage.next() == "delegate end 1")
    #expect(try stage.next() == "notified end 1")
    #expect(try stage.next() == "plays [true]")
    try stage.hear(PlayerStage.full)
    try agent.program.kill(SIGTERM)
  }

  @Test func `headphones pulled out: paused, and no end follows`() throws {
    let stage = try PlayerStage()
    try stage.setRoute("Headphones")
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.setRoute("Speaker")
    #expect(try stage.next() == "delegate begin, paused, interrupted")
    #expect(try stage.next() == "notified begin, paused, interrupted")
    try stage.hearSilence()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
  }

  @Test func `the silent switch silences a game's sound, and not music`() throws {
    let stage = try PlayerStage()
    try stage.tell("category Ambient", "configured")
    try stage.tell("open \(stage.graph.toneFile())", "opened 60.000 s, 2 ch, 48000 Hz")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    _ = try stage.others.granted("system.setSilenced", ["silenced": true])
    try stage.hearSilence()
    _ = try stage.others.granted("system.setSilenced", ["silenced": false])
    try stage.hear(PlayerStage.full)
  }

  @Test func `the daemon restarted: its players are of no use, and new ones play`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.daemon.restart()
    #expect(try stage.next() == "lost")
    #expect(try stage.next() == "reset, plays [false]")
    try stage.hearSilence()
    try stage.tell("forget")
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
  }

  @Test func `no daemon: it plays, since nobody decides`() throws {
    let stage = try PlayerStage(hasDaemon: false)
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
  }

  @Test func `killed: what it had interrupted goes on`() throws {
    let stage = try PlayerStage()
    let music = try stage.begin(["name": "music", "category": "playback"])
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.awaitOthers("began")
    try stage.hear(PlayerStage.full)
    try stage.program.kill()
    try stage.awaitOthers("ended")
    try stage.hearSilence()
    try stage.close(music)
  }

  @Test func `a category that only records plays nothing`() throws {
    let stage = try PlayerStage()
    try stage.tell("category Record", "configured")
    try stage.tell("open \(stage.graph.toneFile())", "opened 60.000 s, 2 ch, 48000 Hz")
    try stage.tell("play", "plays [false]")
  }

  @Test func `deactivated by its program: it stops`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("activate yes")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.tell("activate no")
    try stage.hearSilence()
    try stage.tell("condition", "paused, inactive")
  }
}
