import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// What remote commands mean to the session of their program.
@Suite(
  .serialized,
  .besideThePool(.players),
  .tags(.process),
  .enabled(if: PlayerStage.isAvailable, Comment(rawValue: PlayerStage.reason))
)
struct SessionTests {
  /// A program in the background that is interrupted by another one, which leaves without a word.
  ///
  /// - Returns: What it says when it tries to go on.
  private func resumption(_ preparation: [String]) throws -> [String] {
    let stage = try PlayerStage()
    let player = try stage.start()
    for command in preparation { try player.does(command) }
    try player.does("play")
    try player.does("background")
    let other = try OwnSession(in: stage.daemon, ["name": "film", "category": "playback"])
    try other.activate()
    #expect(try player.says() == "began")
    try other.connection.granted("session.deactivate", ["session": .number("\(other.number)")])
    #expect(try player.says() == "ended")
    return try player.does("play")
  }

  @Test func `R11: a program resumes in the background if it answers remote commands`() throws {
    let rows: [(preparation: [String], said: [String])] = [
      (["session PlayAndRecord"], ["refused cannotInterruptOthers"]),
      (["answer play pause", "session PlayAndRecord"], []),
      (["session PlayAndRecord", "answer toggle"], []), (["answer play"], []),
      (["answer next", "session SoloAmbient"], ["refused cannotInterruptOthers"]),
      (
        ["answer play pause", "session PlayAndRecord", "candidate no"],
        ["refused cannotInterruptOthers"]
      ),
      (
        ["answer play pause", "session PlayAndRecord", "forget"],
        ["refused cannotInterruptOthers"]
      ),
      (["session Playback"], []),
    ]
    for row in rows {
      let session =
        row.preparation.contains { $0.hasPrefix("session") } ? [] : ["session SoloAmbient"]
      let said = try resumption(row.preparation + session)
      print("\(row.preparation): \(said.isEmpty ? ["resumes"] : said)")
      #expect(said == row.said, "\(row.preparation)")
    }
  }

  /// A call that comes to a program that plays, commands that come during it, and how it ends.
  @Test func `R29: the last command during a call decides how it ends`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does("answer play pause toggle stop")
    try player.does("session PlayAndRecord")
    try stage.await(Player.name)
    let rows: [(commands: [String], end: String)] = [
      ([], "ended, resume"), (["pause"], "ended"),
      // What was told of one interruption isn't kept for the next.
      ([], "ended, resume"), (["stop"], "ended"),
      (["pause", "play"], "ended, resume"), (["play", "pause"], "ended"),
      (["state 1", "play-pause"], "ended"), (["state 2", "play-pause"], "ended, resume"),
    ]
    for row in rows {
      try player.does("state 0")
      #expect(try player.does("play") == [])
      let call = try OwnSession.call(in: stage.daemon)
      try call.activate()
      #expect(try player.says() == "began")
      for command in row.commands {
        if command.hasPrefix("state") {
          try player.does(command)
        } else {
          // A program that would record is refused during a call (R7): it stays interrupted.
          _ = try stage.playerctl(command)
          #expect(try player.says() == (command == "play-pause" ? "toggle" : command))
        }
      }
      try call.deactivate()
      let end = try player.says()
      print("\(row.commands): \(end)")
      #expect(end == row.end, "\(row.commands)")
    }
  }

  @Test func `a program that only shows itself has no session`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does("answer play pause")
    try stage.await(Player.name)
    try stage.playerctl("play")
    #expect(try player.says() == "play")
    let sessions = try stage.daemon.connect().granted("session.list")["sessions"]?.array
    #expect(sessions == [])
  }
}
