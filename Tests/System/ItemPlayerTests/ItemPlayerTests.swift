import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// `AVPlayer`, by what is heard and by what its program is told.
@Suite(
  .serialized,
  .besideThePool,
  .tags(.process),
  .enabled(if: HeadlessGraph.isAvailableForPlayers, "\(HeadlessGraph.reasonForPlayers)")
)
struct ItemPlayerTests {
  @Test func `a call interrupts the player, which is paused before, and resumes after`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    #expect(
      try stage.lines(through: "control playing") == [
        "rate 1.0 SetRateCalled",
        "control waitingToPlayAtSpecifiedRate WhileEvaluatingBufferingRateReason",
        "item readyToPlay",
        "control waitingToPlayAtSpecifiedRate ToMinimizeStallsReason",
        "control playing",
      ]
    )
    try stage.hearMusic()
    #expect(try stage.session("playing") == true)
    let call = try stage.call()
    #expect(
      try stage.lines(through: "began") == [
        "rate 0.0 AudioSessionInterrupted", "control paused", "began: rate 0.0, paused",
      ]
    )
    try stage.recording.hearSilence()
    try stage.send("time")
    let before = try stage.time()
    try stage.close(call)
    #expect(
      try stage.lines(through: "control playing") == [
        "over: resume true", "rate 1.0 SetRateCalled",
        "control waitingToPlayAtSpecifiedRate ToMinimizeStallsReason", "control playing",
      ]
    )
    try stage.hearMusic()
    try stage.send("pause")
    let after = try stage.hear("paused at ").dropFirst("paused at ".count)
    print("interrupted at \(before) s, paused at \(after) s")
    #expect(Double(after).map { $0 > before && $0 < before + 5 } == true)
  }

  @Test func `a player that is refused stays paused, and says so`() throws {
    let stage = try ItemStage()
    let call = try stage.call()
    try stage.send("category record")
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    try stage.hear("rate 0.0 SetRateFailed")
    try stage.close(call)
    try stage.send("play")
    try stage.hear("control playing")
    try stage.hearMusic()
  }

  @Test func `others duck the player, which lowers itself and comes back`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    try stage.hearMusic()
    let prompt = try stage.others.play(["category": "playback", "options": ["duckOthers"]])
    try stage.hearMusic(ItemStage.full - 13.98)
    try stage.close(prompt)
    try stage.hearMusic()
    try stage.send("volume 0.5")
    try stage.hearMusic(ItemStage.full - 6.02)
  }

  @Test func `moves: where it stands, while it plays and while it doesn't`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.hear("item readyToPlay")
    try stage.send("seek 30")
    try stage.hear("sought true")
    try stage.send("time")
    #expect(try stage.hear("time") == "time 30.00 of 60.00")
    try stage.send("play")
    try stage.hear("control playing")
    try stage.hearMusic()
    try stage.send("seek 50")
    try stage.hear("sought true")
    try stage.send("time")
    let time = try stage.time()
    #expect((50..<51).contains(time), "\(time)")
    try stage.hearMusic()
    // The first of two moves gives way to the second.
    try stage.send("seek 10")
    try stage.send("seek 20")
    #expect(try stage.lines(through: "sought true") == ["sought false", "sought true"])
    try stage.send("pause")
    let place = try stage.hear("paused at ").dropFirst("paused at ".count)
    #expect(Double(place).map { $0 >= 20 && $0 < 21 } == true, "\(place)")
    try stage.recording.hearSilence()
  }

  @Test func `times: at whole intervals, at places, and none once it is forgotten`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.hear("item readyToPlay")
    try stage.send("observe 0.25")
    try stage.send("boundary 0.6,1.1")
    try stage.send("play")
    try stage.hear("boundary 1.1")
    try stage.hear("at 1.5")
    try stage.send("unobserve")
    try stage.hear("unobserved")
    let times = stage.said.filter { $0.hasPrefix("at ") }.compactMap { Double($0.dropFirst(3)) }
    print(stage.said)
    // Those before are from its start, and from when it is heard.
    let whole = times.map { ($0 / 0.25).rounded(.down) * 0.25 }.filter { $0 > 0 }
    #expect(whole == [0.25, 0.5, 0.75, 1, 1.25, 1.5])
    #expect(stage.said.filter { $0.hasPrefix("boundary") }.count == 2)
    try stage.send("time")
    #expect(try stage.lines(through: "time").count == 1)
  }

  @Test func `the end: told once, and the session is left`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile(seconds: 1))")
    try stage.send("play")
    try stage.hear("control playing")
    #expect(
      try stage.lines(through: "control paused") == [
        "ended 1.00, current true", "rate 0.0 SetRateCalled", "control paused",
      ]
    )
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
    // At its end it plays nothing, until it is moved.
    try stage.send("play")
    try stage.hear("rate 0.0 SetRateFailed")
    try stage.send("seek 0")
    try stage.hear("sought true")
    try stage.send("play")
    try stage.hear("control playing")
    try stage.hear("ended")
  }

  @Test func `a queue: one item after another, then it waits for more`() throws {
    let stage = try ItemStage()
    let speech = try stage.graph.toneFile(Pitch.speech, seconds: 1)
    try stage.send("queue \(stage.graph.toneFile(seconds: 1)),\(speech)")
    try stage.send("play")
    try stage.hear("ended 1.00")
    try stage.recording.hear(Pitch.speech, in: ItemStage.full - 0.5...ItemStage.full + 0.5)
    try stage.hear("ended 1.00")
    try stage.hear("control waitingToPlayAtSpecifiedRate WithNoItemToPlayReason")
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }

  @Test(arguments: [
    ("no/such.wav", "NSURLErrorDomain -1100"),
    ("text.wav", "AVFoundationErrorDomain -11828"),
    ("http://127.0.0.1:9/none.mp3", "NSURLErrorDomain -1100"),
  ])
  func `what can't be played fails, and plays nothing`(name: String, error: String) throws {
    let stage = try ItemStage()
    let text = stage.graph.folder.path(of: "text.wav")
    try "this is no sound\n".write(toFile: text, atomically: true, encoding: .utf8)
    let isURL = name.contains("://")
    try stage.send("player \(isURL ? name : stage.graph.folder.path(of: name))")
    try stage.send("play")
    try stage.hear("item failed \(error)")
    try stage.hear("rate 0.0 SetRateFailed")
    try stage.hear("control paused")
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }

  @Test func `a restart of the daemon leaves a player that says so, and another plays`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    try stage.hearMusic()
    try stage.daemon.restart()
    try stage.hear("rate 0.0 AudioSessionInterrupted")
    #expect(try stage.hear("reset") == "reset, player failed -11819")
    try stage.recording.hearSilence()
    try stage.send("play")
    try stage.hear("rate 0.0 SetRateFailed")
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    try stage.hearMusic()
  }

  @Test func `a player that nobody refers to any more is silent`() throws {
    let stage = try ItemStage()
    try stage.send("player \(stage.graph.toneFile())")
    try stage.send("play")
    try stage.hearMusic()
    try stage.send("forget")
    try stage.hear("forgotten")
    try stage.recording.hearSilence()
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }
}

extension ItemStage {
  /// The place that the program says.
  fileprivate func time() throws -> Double {
    let words = try hear("time ").split(separator: " ")
    return try #require(Double(words[1]))
  }
}
