import AudioSessionWire
import Enforcement
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// Streams that go where their programs want them to (R69), in a real graph.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverPortTests {
  /// A graph with headphones, which are the default, a kitchen and a desk's loudspeaker.
  private struct Stage {
    let graph: HeadlessGraph
    let tone: Tone
    let (headphones, desk): (Recording, Recording)

    init() throws {
      var layout = Layout()
      layout.sinks = ["headphones", "kitchen"]
      graph = try HeadlessGraph(layout)
      try graph.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
      headphones = try graph.record("headphones")
      desk = try graph.record("desk")
      tone = try graph.play()
      try headphones.hear(Pitch.music, in: Stage.full)
    }

    static let full = -12.2 ... -11.9

    /// What the session manager's metadata says of the tone.
    func metadata() throws -> String {
      try graph.run("pw-metadata", ["\(graph.node(tone.name).id)"])
    }
  }

  @Test func `to the loudspeaker and back, which the session manager doesn't remember`() throws {
    let stage = try Stage()
    let saved = try stage.graph.savedState()
    let driver = try GraphDriver(in: stage.graph)
    let stream = try driver.stream(stage.tone.name)
    driver.graph.direct(stream, to: .loudspeaker)
    try driver.hear(Stage.full, stage.desk)
    try driver.hear(Level.silence ... -60, stage.headphones)
    #expect(driver.description(of: stage.tone.name)?.device == "desk")
    driver.graph.direct(stream, to: nil)
    try driver.hear(Stage.full, stage.headphones)
    #expect(try !stage.metadata().contains("desk"))
    #expect(try stage.graph.savedState() == saved)
    #expect(driver.reports.count == 1, "none of it is a change of route")
  }

  @Test func `a loudspeaker that comes and goes is followed`() throws {
    let stage = try Stage()
    let driver = try GraphDriver(in: stage.graph)
    let stream = try driver.stream(stage.tone.name)
    try stage.graph.destroy("desk")
    driver.graph.direct(stream, to: .loudspeaker)
    try stage.graph.createSink("shelf", priority: 900, ["device.form-factor": "speaker"])
    let shelf = try stage.graph.record("shelf")
    try driver.hear(Stage.full, shelf)
    try stage.graph.destroy("shelf")
    try driver.hear(Stage.full, stage.headphones)
  }

  @Test func `another session manager is told again`() throws {
    let stage = try Stage()
    let driver = try GraphDriver(in: stage.graph)
    let stream = try driver.stream(stage.tone.name)
    driver.graph.direct(stream, to: .loudspeaker)
    try driver.hear(Stage.full, stage.desk)
    try stage.graph.kill(.wirePlumber)
    try driver.wait(for: "its end") { driver.graph.defaultMetadata == nil }
    try stage.graph.start(.wirePlumber)
    try driver.wait(for: "what it is told") {
      ((try? stage.metadata()) ?? "").contains("audiosession.target")
    }
  }

  @Test func `where its user has sent it, it stays, and goes on from there when he lets it`() throws
  {
    let stage = try Stage()
    let driver = try GraphDriver(in: stage.graph)
    let stream = try driver.stream(stage.tone.name)
    driver.graph.direct(stream, to: .loudspeaker)
    try driver.hear(Stage.full, stage.desk)
    let id = "\(stream.number)"
    let kitchen = try stage.graph.record("kitchen")
    try stage.graph.run("pw-metadata", [id, "target.object", "kitchen", "Spa:Id"])
    try driver.hear(Stage.full, kitchen)
    driver.graph.direct(stream, to: nil)
    driver.graph.direct(stream, to: .loudspeaker)
    try driver.hear(Stage.full, kitchen)
    #expect(try !stage.metadata().contains("audiosession.target"))
    try stage.graph.run("pw-metadata", ["-d", id, "target.object"])
    try driver.hear(Stage.full, stage.desk)
  }

  @Test func `an input by its port's id, and the inputs and the loudspeaker are told`() throws {
    var layout = Layout()
    layout.sources = ["microphone", "headset"]
    let graph = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: graph)
    try driver.wait(for: "the inputs") {
      driver.hardware.last?.availableInputs?.map(\.portID) == ["headset", "microphone"]
    }
    #expect(driver.hardware.last?.loudspeaker == nil)
    try graph.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
    try driver.wait(for: "the loudspeaker") { driver.hardware.last?.loudspeaker?.portID == "desk" }
    let recorder = try graph.start("pw-record", ["-P", "{ node.name=voice }", "/dev/null"])
    func comes(from source: String) throws {
      try driver.wait(for: "a recorder of \(source)") {
        driver.description(of: "voice")?.device == source
      }
    }
    try comes(from: "microphone")
    let stream = try driver.stream("voice")
    driver.graph.direct(stream, to: .input("headset"))
    try comes(from: "headset")
    driver.graph.direct(stream, to: .input("nowhere"))
    try comes(from: "microphone")
    try recorder.kill()
  }
}
