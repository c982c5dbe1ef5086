import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// How long sound that was already on its way may still be heard: a few turns of the graph.
  private static let onItsWay = Duration.milliseconds(25)

  @Test("interrupted is digital silence when the call may begin, and the client is stopped (R14)")
  func held() throws {
    let stage = try SoundStage()
    let music = try stage.playMusic()
    try stage.agent.awaitAdopted()
    let call = try OwnSession.call(in: stage.daemon)
    let granted = try call.activate()
    let quiet = granted + SoundTests.onItsWay
    let peak = try stage.recording.peak(quiet..<quiet + .milliseconds(500))
    let rate = try music.framesPerSecond()
    #expect(peak == 0)
    #expect(rate == 0)
    let frames = try music.frames()
    let over = try call.deactivate()
    let back = try stage.hearMusic(SoundStage.full, within: 0.1, from: over)
    try music.expectPlaying(beside: stage.recording)
    let heard = try stage.musicLevel()
    #expect(abs(heard - SoundStage.full) < 0.1)
    print(
      "held: peak \(peak), \(rate) frames/s; back at \(heard) dB after \(back - over),"
        + " from frame \(frames) on"
    )
  }

  @Test("a client of PulseAudio is held and goes on, too")
  func heldPulse() throws {
    let stage = try SoundStage()
    let music = try stage.graph.playByPulse(Pitch.music)
    try stage.hearMusic(SoundStage.full)
    try stage.agent.awaitAdopted()
    let call = try OwnSession.call(in: stage.daemon)
    let quiet = try call.activate() + SoundTests.onItsWay
    #expect(try stage.recording.peak(quiet..<quiet + .milliseconds(500)) == 0)
    try call.deactivate()
    try stage.hearMusic(SoundStage.full, within: 0.1)
    withExtendedLifetime(music) {}
  }

  @Test("what may only be silenced runs on unheard")
  func silenced() throws {
    let stage = try SoundStage()
    let game = try stage.playMusic("game")
    try stage.agent.awaitAdopted()
    let call = try OwnSession.call(in: stage.daemon)
    let quiet = try call.activate() + SoundTests.onItsWay
    #expect(try stage.recording.peak(quiet..<quiet + .milliseconds(300)) == 0)
    try game.expectPlaying(beside: stage.recording)
    try call.deactivate()
    try stage.hearMusic(SoundStage.full, within: 0.1)
  }

  @Test("a stream that stops and goes on while it is held is held again")
  func heldAgain() throws {
    let stage = try SoundStage()
    let music = try stage.playMusic()
    try stage.agent.awaitAdopted()
    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    try stage.hearSilence()
    let start = Moment.now
    for _ in 0..<5 {
      try music.pause()
      _ = try music.program.nextLine("state paused")
      // As quick as no user is: within one turn of the server nobody else would hear of it.
      Moment.pass(.milliseconds(50))
      try music.resume()
      Moment.pass(.milliseconds(100))
    }
    #expect(try stage.recording.peak(start..<Moment.now) == 0)
    try music.expectStanding()
    try call.deactivate()
    try stage.hearMusic(SoundStage.full, within: 0.1)
  }

  /// What a user does to a stream that he wants to hear.
  enum Wish: String, CaseIterable, Sendable {
    case raise = "raises"
    case unmute = "mutes and unmutes"
  }

  @Test(
    "who raises or unmutes what is held hears it until the next decision (R57)",
    arguments: Wish.allCases
  )
  func wished(wish: Wish) throws {
    let stage = try SoundStage()
    let music = try stage.playMusic()
    try stage.graph.setVolume(0.5, of: music.name)
    try stage.hearMusic(SoundStage.full - 6.02)
    // In its first second it may be WirePlumber's memory that sets a stream's volume.
    Moment.pass(.milliseconds(1200))
    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    try stage.hearSilence()
    let level: Double
    switch wish {
    case .raise:
      try stage.graph.setVolume(1, of: music.name)
      level = SoundStage.full
    case .unmute:
      try stage.graph.setMuted(true, music.name)
      try stage.graph.setMuted(false, music.name)
      level = SoundStage.full - 6.02
    }
    try stage.hearMusic(level, within: 0.1)
    try music.expectPlaying(beside: stage.recording)
    try call.deactivate()
    try stage.hearMusic(level, within: 0.1)
    try call.activate()
    try stage.hearSilence()
    try call.deactivate()
    try stage.hearMusic(level, within: 0.1)
  }
}
