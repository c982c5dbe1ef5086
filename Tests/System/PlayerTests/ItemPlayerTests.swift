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
  @Test func `moves: where it stands, while it plays and while it doesn't`() throws {
    let stage = try PlayerStage("items")
    try stage.tell("open \(stage.graph.toneFile())")
    try stage.awaitLine("item readyToPlay")
    try stage.tell("seek 30")
    try stage.awaitLine("sought true")
    #expect(try stage.time() == 30)
    try stage.tell("length", "length 60.00")
    try stage.tell("play")
    try stage.awaitLine("control playing")
    try stage.hear(PlayerStage.full)
    try stage.tell("seek 50")
    try stage.awaitLine("sought true")
    let time = try stage.time()
    #expect((50..<51).contains(time), "\(time)")
    try stage.hear(PlayerStage.full)
    // The first of two moves gives way to the second.
    try stage.tell("seek 10")
    try stage.tell("seek 20")
    #expect(try stage.lines(through: "sought true") == ["sought false", "sought true"])
    try stage.tell("pause")
    let place = try stage.time()
    #expect((20..<21).contains(place), "\(place)")
    try stage.hearSilence()
  }

  @Test func `a rate of 2 is twice as fast at the same pitch, and one of 0 is a pause`() throws {
    let stage = try PlayerStage("items")
    try stage.tell("open \(stage.graph.toneFile())")
    try stage.awaitLine("item readyToPlay")
    try stage.tell("rate 2")
    try stage.awaitLine("control playing")
    try stage.hear(PlayerStage.full)
    let (start, before) = (Moment.now, try stage.time())
    Moment.pass(.seconds(1))
    let speed = try (stage.time() - before) / ((Moment.now - start) / .seconds(1))
    print("two times as fast: \(speed)")
    #expect((1.7...2.3).contains(speed))
    try stage.tell("rate 0")
    try stage.awaitLine("control paused")
    try stage.hearSilence()
  }

  @Test func `times: at whole intervals, at places, and none once it is forgotten`() throws {
    let stage = try PlayerStage("items")
    try stage.tell("open \(stage.graph.toneFile())")
    try stage.awaitLine("item readyToPlay")
    try stage.tell("observe 0.25")
    try stage.tell("boundary 0.6,1.1")
    try stage.tell("play")
    try stage.awaitLine("boundary 1.1")
    try stage.awaitLine("at 1.5")
    try stage.tell("unobserve")
    try stage.awaitLine("unobserved")
    let times = stage.said.filter { $0.hasPrefix("at ") }.compactMap { Double($0.dropFirst(3)) }
    print(stage.said)
    // Those before are from its start, and from when it is heard.
    let whole = times.map { ($0 / 0.25).rounded(.down) * 0.25 }.filter { $0 > 0 }
    #expect(whole == [0.25, 0.5, 0.75, 1, 1.25, 1.5])
    #expect(stage.said.filter { $0.hasPrefix("boundary") }.count == 2)
    try stage.tell("length")
    #expect(try stage.lines(through: "length").count == 1)
  }

  @Test func `the end: told once, and the session is left`() throws {
    let stage = try PlayerStage("items")
    try stage.tell("open \(stage.graph.toneFile(seconds: 1))")
    try stage.tell("play")
    try stage.awaitLine("control playing")
    #expect(
      try stage.lines(through: "control paused") == [
        "ended 1.00, current true", "rate 0.0 SetRateCalled", "control paused",
      ]
    )
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
    // At its end it plays nothing, until it is moved.
    try stage.tell("play")
    try stage.awaitLine("rate 0.0 SetRateFailed")
    try stage.tell("seek 0")
    try stage.awaitLine("sought true")
    try stage.tell("play")
    try stage.awaitLine("control playing")
    try stage.awaitLine("ended")
  }

  @Test func `a queue: one item after another, then it waits for more`() throws {
    let stage = try PlayerStage("items")
    let speech = try stage.graph.toneFile(Pitch.speech, seconds: 1)
    try stage.tell("queue \(stage.graph.toneFile(seconds: 1)),\(speech)")
    try stage.tell("play")
    try stage.awaitLine("ended 1.00")
    try stage.hear(PlayerStage.full, of: Pitch.speech)
    try stage.awaitLine("ended 1.00")
    try stage.awaitLine("control waitingToPlayAtSpecifiedRate WithNoItemToPlayReason")
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }

  @Test(arguments: [
    ("no/such.wav", "NSURLErrorDomain -1100"),
    ("text.wav", "AVFoundationErrorDomain -11828"),
    ("http://127.0.0.1:9/none.mp3", "NSURLErrorDomain -1100"),
  ])
  func `what can't be played fails, and plays nothing`(name: String, error: String) throws {
    let stage = try PlayerStage("items")
    let text = stage.graph.folder.path(of: "text.wav")
    try "this is no sound\n".write(toFile: text, atomically: true, encoding: .utf8)
    let isURL = name.contains("://")
    try stage.tell("open \(isURL ? name : stage.graph.folder.path(of: name))")
    try stage.tell("play")
    try stage.awaitLine("item failed \(error)")
    try stage.awaitLine("rate 0.0 SetRateFailed")
    try stage.awaitLine("control paused")
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }

  @Test func `a player that nobody refers to any more is silent`() throws {
    let stage = try PlayerStage("items")
    try stage.tell("open \(stage.graph.toneFile())")
    try stage.tell("play")
    try stage.hear(PlayerStage.full)
    try stage.tell("forget")
    try stage.awaitLine("forgotten")
    try stage.hearSilence()
    try Condition.wait("an inactive session") { try stage.session("state") == "inactive" }
  }
}

extension PlayerStage {
  /// Where the item is, whatever is said before.
  fileprivate func time() throws -> Double {
    try tell("where")
    let answer = try awaitLine("at ")
    return try #require(Double(answer.dropFirst("at ".count)), "\(answer)")
  }
}
