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

  @Test func `no daemon: it plays, since nobody decides`() throws {
    let stage = try PlayerStage(hasDaemon: false)
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
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
    try stage.tell("activate", "activated")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.tell("deactivate", "deactivated")
    try stage.hearSilence()
    try stage.tell("condition", "paused, inactive")
  }
}
