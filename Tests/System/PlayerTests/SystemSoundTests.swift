import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// System sounds, by what is heard in each situation.
@Suite(
  .serialized,
  .besideThePool,
  .tags(.process),
  .enabled(if: HeadlessGraph.isAvailableForPlayers, "\(HeadlessGraph.reasonForPlayers)")
)
struct SystemSoundTests {
  @Test func `a system sound is heard without a session, and its completion comes at its end`()
    throws
  {
    let stage = try PlayerStage("items")
    try stage.prepareSound()
    for (command, answer) in [("ping", "pinged"), ("alert", "alerted")] {
      let start = Moment.now
      try stage.tell(command)
      try stage.awaitLine(answer)
      let duration = Moment.now - start
      let loudest = try stage.loudest(since: start)
      print("\(command): \(loudest) dB, completed after \(duration)")
      #expect(abs(loudest - PlayerStage.full) < 0.5)
      #expect(duration >= .seconds(1))
    }
    #expect(try stage.session("state") == "inactive")
  }

  /// What makes system sounds silent, and how it ends.
  enum Situation: String, CaseIterable {
    case call, ringtone, alarm, recording, silentSwitch, interrupted
  }

  @Test(arguments: Situation.allCases)
  func `silent, and completed at once, while`(situation: Situation) throws {
    let stage = try PlayerStage("items")
    try stage.prepareSound()
    let end = try stage.begin(situation)
    for (command, answer) in [("ping", "pinged"), ("alert", "alerted")] {
      let start = Moment.now
      try stage.tell(command)
      try stage.awaitLine(answer)
      #expect(Moment.now - start < .seconds(1))
    }
    try stage.hearSilence()
    #expect(try stage.recording.peak(Moment.now - .milliseconds(500)..<Moment.now) == 0)
    try end()
    try stage.tell("ping")
    try stage.hear(PlayerStage.full, of: Pitch.speech)
    try stage.awaitLine("pinged")
  }

  @Test func `a recording that allows it leaves it heard`() throws {
    let stage = try PlayerStage("items")
    try stage.prepareSound()
    let session = try stage.others.play([
      "category": "record", "preferences": ["allowHapticsAndSystemSoundsDuringRecording": true],
    ])
    try stage.others.granted("session.report", ["session": session, "recording": true])
    try stage.tell("ping")
    try stage.hear(PlayerStage.full, of: Pitch.speech)
    try stage.awaitLine("pinged")
  }

  @Test func `identifiers: what can't be a sound, what isn't one any more, and what iOS has`()
    throws
  {
    let stage = try PlayerStage("items")
    try stage.tell("sound /no/such.wav")
    #expect(try stage.awaitLine("sound") == "sound -1500")
    try stage.tell("sound \(stage.graph.toneFile(seconds: 31))")
    #expect(try stage.awaitLine("sound") == "sound -1502")
    try stage.tell("vibrate")
    try stage.awaitLine("vibrated")
    try stage.prepareSound()
    try stage.tell("routine")
    try stage.awaitLine("added 0")
    try stage.tell("ping")
    try stage.awaitLine("routine true")
    // Played again it begins anew, and the former attempt is over.
    let start = Moment.now
    try stage.tell("ping")
    try stage.tell("ping")
    try stage.awaitLine("pinged")
    #expect(Moment.now - start < .seconds(1))
    try stage.tell("dispose")
    try stage.awaitLine("disposed 0")
    try stage.hearSilence()
    try stage.tell("dispose")
    try stage.awaitLine("disposed -1500")
    try stage.tell("ping")
    try stage.awaitLine("pinged")
  }
}

extension PlayerStage {
  fileprivate func prepareSound() throws {
    try tell("sound \(graph.toneFile(Pitch.speech, seconds: 1))")
    try awaitLine("sound 0")
  }

  fileprivate func loudest(since start: Duration) throws -> Double {
    try recording.levels(of: Pitch.speech, start..<Moment.now).map(\.decibels).max()
      ?? Level.silence
  }

  /// Brings a situation about: how it ends.
  fileprivate func begin(_ situation: SystemSoundTests.Situation) throws -> () throws -> Void {
    switch situation {
    case .call: return try ending(call())
    case .ringtone, .alarm:
      let priority = JSONValue.string(situation.rawValue)
      return try ending(others.play(["category": "playback", "priority": priority]))
    case .recording:
      let session = try others.play(["category": "record"])
      try others.granted("session.report", ["session": session, "recording": true])
      return ending(session)
    case .silentSwitch:
      try others.granted("system.setSilenced", ["silenced": true])
      return { try self.others.granted("system.setSilenced", ["silenced": false]) }
    case .interrupted:
      try tell("activate")
      try awaitLine("activated")
      // Another player interrupts, which alone would silence no system sound.
      let session = try others.play(["category": "playback"])
      try awaitLine("notified begin")
      return ending(session)
    }
  }

  private func ending(_ session: JSONValue) -> () throws -> Void {
    { try self.close(session) }
  }
}
