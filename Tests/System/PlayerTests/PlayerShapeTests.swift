import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// Players in the shapes of those on iOS: heard, interrupted by a call, heard again, and paused and
/// resumed by media keys, which playerctl stands for.
@Suite(
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  ),
  .enabled(if: (try? Spawn.path(of: "playerctl")) != nil, "needs playerctl")
)
struct PlayerShapeTests {
  @Test(arguments: ["delegate", "screen", "center", "book", "engine", "documented"])
  func `a player from iOS: a call silences it and it resumes, and media keys are answered`(
    shape: String
  ) throws {
    let stage = try PlayerStage(nil, .withBus)
    let file = try stage.graph.toneFile()
    let player = try stage.graph.start(
      "player-shapes",
      [shape, file],
      environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath]
    )
    try stage.hear(PlayerStage.full)
    let call = try stage.call()
    try stage.hearSilence()
    try stage.close(call)
    try stage.hear(PlayerStage.full)
    try stage.graph.run("playerctl", ["pause"])
    try stage.hearSilence()
    try stage.graph.run("playerctl", ["play"])
    try stage.hear(PlayerStage.full)
    // The screen takes any command for a toggle: for it, that would be play.
    guard shape != "screen" else { return }
    // Paused by its user during a call: it stays so.
    let second = try stage.call()
    try stage.hearSilence()
    try stage.graph.run("playerctl", ["pause"])
    let start = Moment.now
    try stage.close(second)
    let peak = try stage.recording.peak(start..<start + .milliseconds(700))
    #expect(peak == 0, "\(shape) played on: \(player.said)")
  }

  @Test func `the player of the articles: headphones pulled out pause it`() throws {
    let stage = try PlayerStage(nil, .withBus)
    try stage.setRoute("Headphones")
    let player = try stage.graph.start(
      "player-shapes",
      ["documented", stage.graph.toneFile()],
      environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath]
    )
    try stage.hear(PlayerStage.full)
    try stage.setRoute("Speaker")
    try stage.hearSilence()
    try stage.graph.run("playerctl", ["play"])
    try stage.hear(PlayerStage.full)
    try player.kill()
  }
}
