import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// Every situation with everything that plays or records: what is heard at the sink or stands in the
/// recording, where it stands, and in which order the program is told.
///
/// | situation | `AVAudioPlayer` | `AVAudioRecorder` | `AVPlayer` |
/// | --- | --- | --- | --- |
/// | interrupted by a call (R15, R24) | `interrupted` | `interrupted` | `interrupted` |
/// | paused by its user before a call | `paused before` | `paused before` | `paused before` |
/// | paused by remote during it (R29) | `paused by remote` | `paused by remote` | `paused by remote` |
/// | refused (R10) | `refused` | `refused` | `refused` |
/// | ducked (R18) | `ducked` | `ducked`: the input isn't | `ducked` |
/// | ducked beside an agent | `beside an agent` | — there is nothing to lower | `beside an agent` |
/// | muted by its program (R68) | `muted` | `muted` | `muted` |
/// | route lost (R44) | `headphones` | `headphones`: who captures goes on | `headphones` |
/// | in the background (R11) | `background` | `background` | `background` |
/// | in the background, with commands | `Now Playing` | — it needs playing (R53) | `Now Playing` |
/// | suspended process (R47) | `suspended` | `suspended` | `suspended` |
/// | killed (R48) | `killed` | `killed` | `killed` |
/// | daemon restarted (R49) | `restarted` | `restarted` | `restarted` |
///
/// Each name is the beginning of a test's below.
@Suite(
  .serialized,
  .besideThePool,
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct SituationTests {
  @Test(arguments: Subject.allCases)
  func `interrupted by a call: paused before it is told, and goes on where it was`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject)
    let member = subject == .recorder ? "recording" : "playing"
    #expect(try stage.session(member) == true)
    let call = try stage.call()
    try stage.expect(subject.began)
    let place = try stage.expectStanding(subject)
    #expect(place > 0, "its place is kept")
    try stage.close(call)
    let start = Moment.now
    try stage.expect(subject.ended)
    try stage.expectRunning(subject)
    let went = try stage.place() - place
    let passed = (Moment.now - start) / .seconds(1)
    print("stood at \(place) s, went on for \(went) s in \(passed) s")
    #expect((0...passed + 0.1).contains(went))
    #expect(try stage.session("state") == "active")
    guard subject == .recorder else { return }
    try stage.stop(subject)
    let levels = try stage.recordedLevels()
    print(levels.map { $0.rounded() })
    // Where one stretch ends and the next begins, and nowhere else.
    #expect(levels.count { abs($0 + 15.05) > 0.5 } <= 2)
  }

  @Test(arguments: Subject.allCases)
  func `paused before a call by its user: it isn't told to go on`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject)
    try stage.tell("pause")
    if subject == .items { try stage.expect(["rate 0.0 SetRateCalled", "control paused"]) }
    try stage.expectStanding(subject)
    let call = try stage.call()
    try stage.expect(["notified begin, paused, interrupted"])
    try stage.close(call)
    try stage.expect(["notified end 0"])
    try stage.expectStanding(subject)
  }

  @Test(.enabled(if: (try? Spawn.path(of: "playerctl")) != nil), arguments: Subject.allCases)
  func `paused by remote during a call: it isn't told to go on`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue, .withBus)
    try stage.tell("remote", "answers")
    try stage.run(subject)
    let call = try stage.call()
    try stage.expect(subject.began)
    try stage.graph.run("playerctl", ["pause"])
    try stage.close(call)
    try stage.expect(subject.ended(0))
    try stage.expectStanding(subject)
    try stage.graph.run("playerctl", ["play"])
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }

  @Test(arguments: Subject.allCases)
  func `refused during a call: silent, and started after it`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    let call = try stage.call()
    try stage.open(subject, category: "PlayAndRecord")
    try stage.tell("play")
    try stage.expect(subject.refused)
    #expect(try stage.expectStanding(subject) == 0)
    try stage.close(call)
    #expect(try stage.expectStanding(subject) == 0)
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }

  @Test(arguments: Subject.allCases)
  func `ducked by a prompt: lowered by its ramp, and back; not what is recorded`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject, category: "PlayAndRecord")
    let prompt = try stage.prompt()
    if subject == .recorder {
      #expect(try stage.session("gain")?.double ?? 1 < 1)
      try stage.expectRunning(subject)
      _ = try stage.place(after: .milliseconds(300))
    } else {
      try stage.hear(PlayerStage.ducked)
      // One that begins beside a prompt begins as low.
      try stage.tell("pause")
      if subject == .items { try stage.expect(["rate 0.0 SetRateCalled", "control paused"]) }
      try stage.hearSilence()
      try stage.tell("play")
      try stage.expect(subject.started)
      try stage.hear(PlayerStage.ducked)
    }
    try stage.close(prompt)
    try stage.expectRunning(subject)
    guard subject == .recorder else { return }
    try stage.stop(subject)
    let levels = try stage.recordedLevels()
    #expect(levels.dropFirst().dropLast().allSatisfy { abs($0 + 15.05) < 0.5 }, "\(levels)")
  }

  @Test(arguments: [Subject.player, .items])
  func `beside an agent: lowered once, paused once, and heard as before`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    let agent = try TestAgent(
      in: stage.graph,
      of: stage.daemon,
      "[Rule music]\nDirection=output\nCategory=playback\nHold=pause\n"
    )
    try stage.run(subject)
    let prompt = try stage.prompt()
    try stage.hear(PlayerStage.ducked)
    let start = Moment.now
    let levels = try stage.recording.levels(of: 400, start..<start + .milliseconds(500))
    let low = levels.count { $0.decibels < PlayerStage.ducked - 1 }
    print("\(low) of \(levels.count) windows too low")
    // A busy machine may have a gap; what is lowered twice stays so.
    #expect(low < levels.count / 2)
    try stage.close(prompt)
    try stage.hear(PlayerStage.full)
    let list = try stage.others.sessions()
    #expect(list.count == 1, "the agent opens none for a program that has one: \(list)")
    let call = try stage.call()
    try stage.expect(subject.began)
    try stage.expectStanding(subject)
    try stage.close(call)
    try stage.expect(subject.ended)
    try stage.expectRunning(subject)
    try agent.program.kill(SIGTERM)
  }

  @Test(arguments: Subject.allCases)
  func `muted by its program: silent without an agent, too`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject)
    try stage.tell("mute", "muted")
    if subject == .recorder {
      _ = try stage.place(after: .milliseconds(300))
      try stage.tell("levels")
      // Nothing but the rounding to 16 bits.
      let level = try stage.next()
      #expect(Double(level.dropFirst("levels ".count)).map { $0 < -90 } == true, "\(level)")
    } else {
      try stage.hearSilence()
    }
    try stage.tell("unmute", "unmuted")
    try stage.expectRunning(subject)
    guard subject == .recorder else { return }
    try stage.stop(subject)
    let levels = try stage.recordedLevels()
    print(levels.map { $0.rounded() })
    #expect(levels.contains { $0 < -90 })
  }

  @Test(arguments: Subject.allCases)
  func `headphones pulled out: what plays is paused, and no end follows`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.setRoute("Headphones")
    try stage.run(subject)
    try stage.setRoute("Speaker")
    guard subject != .recorder else {
      // Nothing is said before the place.
      return try stage.expectRunning(subject)
    }
    try stage.expect(subject.began)
    try stage.expectStanding(subject)
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }
}

/// What becomes of the program, rather than of its session.
extension SituationTests {
  @Test(arguments: Subject.allCases)
  func `background: what runs goes on, resumes after a call, and doesn't begin`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject, category: "PlayAndRecord")
    try stage.tell("background", "in the background")
    try stage.expectRunning(subject)
    let call = try stage.call()
    try stage.expect(subject.began)
    try stage.expectStanding(subject)
    try stage.close(call)
    try stage.expect(subject.ended)
    try stage.expectRunning(subject)
    try stage.stop(subject)
    try stage.replace(subject, category: "PlayAndRecord")
    try stage.tell("play")
    try stage.expect(subject.refused)
    try stage.tell("foreground", "in the foreground")
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }

  @Test(arguments: [Subject.player, .items])
  func `Now Playing: a program that answers commands begins in the background, too`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.tell("remote", "answers")
    try stage.run(subject, category: "PlayAndRecord")
    try stage.tell("background", "in the background")
    try stage.stop(subject)
    try stage.replace(subject, category: "PlayAndRecord")
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }

  @Test(arguments: Subject.allCases)
  func `suspended: silent, others go on; told and paused once it runs again`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    let music = try stage.others.play(["name": "music", "category": "playback"])
    try stage.run(subject)
    try stage.awaitOthers("began")
    try stage.setSuspended(true)
    try stage.awaitOthers("ended")
    if subject != .recorder { try stage.hearSilence() }
    let start = Moment.now
    try stage.setSuspended(false)
    try stage.expect(subject.began("inactive"))
    try stage.expectStanding(subject)
    if subject != .recorder {
      let heard = try stage.recording.levels(of: Pitch.music, start..<Moment.now)
        .filter { $0.decibels > -60 }
      print("heard for \(heard.last.map { $0.time - start } ?? .zero) more")
    }
    #expect(try stage.session("state") == "inactive")
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
    try stage.close(music)
  }

  @Test(arguments: Subject.allCases)
  func `killed: what it had interrupted goes on, and a recording can be read`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    let music = try stage.others.play(["name": "music", "category": "playback"])
    try stage.run(subject)
    try stage.awaitOthers("began")
    let place = try stage.place(after: .milliseconds(subject == .recorder ? 1500 : 0))
    try stage.program.kill()
    try stage.awaitOthers("ended")
    try stage.close(music)
    guard subject == .recorder else { return try stage.hearSilence() }
    let levels = try stage.recordedLevels()
    print("\(levels.count) tenths of \(place) s")
    #expect(Double(levels.count) / 10 > place - 0.3)
    #expect(levels.dropFirst().allSatisfy { abs($0 + 15.05) < 0.5 }, "\(levels)")
  }

  @Test(arguments: Subject.allCases)
  func `restarted daemon: what there was is of no use, and another runs`(subject: Subject) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.run(subject)
    if subject == .recorder {
      try Condition.wait("half a second of sound") { try stage.place() > 0.5 }
    }
    try stage.daemon.restart()
    let said = try subject.orphaned.map { _ in try stage.next() }
    // A recording is completed meanwhile, and a rate is posted by whoever comes first.
    #expect(said.sorted() == subject.orphaned)
    try stage.expectStanding(subject)
    try stage.tell("play")
    try stage.expect(subject.refused)
    if subject == .recorder {
      let levels = try stage.recordedLevels()
      #expect(!levels.isEmpty && levels.dropFirst().allSatisfy { abs($0 + 15.05) < 0.5 })
    }
    try stage.replace(subject)
    try stage.tell("play")
    try stage.expect(subject.started)
    try stage.expectRunning(subject)
  }
}
