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
    let stage = try ItemStage()
    try stage.prepareSound()
    for (command, answer) in [("ping", "pinged"), ("alert", "alerted")] {
      let start = Moment.now
      try stage.send(command)
      try stage.hear(answer)
      let duration = Moment.now - start
      let loudest = try stage.loudest(since: start)
      print("\(command): \(loudest) dB, completed after \(duration)")
      #expect(abs(loudest - ItemStage.full) < 0.5)
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
    let stage = try ItemStage()
    try stage.prepareSound()
    let end = try stage.begin(situation)
    for (command, answer) in [("ping", "pinged"), ("alert", "alerted")] {
      let start = Moment.now
      try stage.send(command)
      try stage.hear(answer)
      #expect(Moment.now - start < .seconds(1))
    }
    try stage.recording.hearSilence()
    #expect(try stage.recording.peak(Moment.now - .milliseconds(500)..<Moment.now) == 0)
    try end()
    try stage.send("ping")
    try stage.recording.hear(Pitch.speech, in: ItemStage.full - 0.5...ItemStage.full + 0.5)
    try stage.hear("pinged")
  }

  @Test func `a recording that allows it leaves it heard`() throws {
    let stage = try ItemStage()
    try stage.prepareSound()
    let session = try stage.others.play([
      "category": "record", "preferences": ["allowHapticsAndSystemSoundsDuringRecording": true],
    ])
    try stage.others.granted("session.report", ["session": session, "recording": true])
    try stage.send("ping")
    try stage.recording.hear(Pitch.speech, in: ItemStage.full - 0.5...ItemStage.full + 0.5)
    try stage.hear("pinged")
  }

  @Test func `identifiers: what can't be a sound, what isn't one any more, and what iOS has`()
    throws
  {
    let stage = try ItemStage()
    try stage.send("sound /no/such.wav")
    #expect(try stage.hear("sound") == "sound -1500")
    try stage.send("sound \(stage.graph.toneFile(seconds: 31))")
    #expect(try stage.hear("sound") == "sound -1502")
    try stage.send("vibrate")
    try stage.hear("vibrated")
    try stage.prepareSound()
    try stage.send("routine")
    try stage.hear("added 0")
    try stage.send("ping")
    try stage.hear("routine true")
    // Played again it begins anew, and the former attempt is over.
    let start = Moment.now
    try stage.send("ping")
    try stage.send("ping")
    try stage.hear("pinged")
    #expect(Moment.now - start < .seconds(1))
    try stage.send("dispose")
    try stage.hear("disposed 0")
    try stage.recording.hearSilence()
    try stage.send("dispose")
    try stage.hear("disposed -1500")
    try stage.send("ping")
    try stage.hear("pinged")
  }
}

extension ItemStage {
  fileprivate func prepareSound() throws {
    try send("sound \(graph.toneFile(Pitch.speech, seconds: 1))")
    try hear("sound 0")
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
      try send("activate")
      try hear("activated")
      // Another player interrupts, which alone would silence no system sound.
      let session = try others.play(["category": "playback"])
      try hear("began")
      return ending(session)
    }
  }

  private func ending(_ session: JSONValue) -> () throws -> Void {
    { try self.close(session) }
  }
}
