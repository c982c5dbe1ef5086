import AudioSessionSystem
import AudioSessionWire
import Enforcement
import GraphTestSupport
import TestSupport
import Testing

@testable import audiosession_agent

/// PipeWire's coming and going, and its default devices.
@Suite(.serialized, .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)"))
struct GraphDriverConnectionTests {
  @Test func `after PipeWire's restart every stream comes anew`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play(Pitch.music, "before")
    let stream = try driver.stream("before")
    driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    let generation = driver.graph.generation

    try stage.kill(.pipeWire)
    try driver.wait(for: "the loss") { driver.events.contains(.lost) }
    #expect(driver.ledger.contents.isEmpty)
    #expect(driver.graph.generation > generation)
    #expect(driver.graph.problem != nil)
    // What is gone can be commanded all the same.
    driver.graph.setVolumes(stream, [0.5, 0.5], isTouched: true)
    driver.graph.pause(stream)
    #expect(driver.ledger.contents.isEmpty)

    for part in [HeadlessGraph.Part.wirePlumber, .pulse] { try stage.kill(part) }
    for part in [HeadlessGraph.Part.pipeWire, .wirePlumber, .pulse] { try stage.start(part) }
    driver.graph.retry(at: .nanoseconds(SystemClock.boottime))
    try stage.awaitDefaultSink()
    let next = try stage.play(Pitch.music, "after")
    _ = try driver.stream("after")
    #expect(driver.graph.problem == nil)
    // A null sink is the same after all this: its route was told once.
    #expect(driver.routes.map(\.outputs) == [[lineOut("speaker")]])
    _ = (tone, next)
  }

  @Test func `without PipeWire the driver is quiet, and says why`() throws {
    var layout = Layout()
    layout.parts = []
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    #expect(driver.graph.problem == "PipeWire isn't there")
    #expect(driver.graph.descriptor == nil)
    try driver.wait(for: "the last attempt") { driver.graph.deadline == nil }
    #expect(driver.events.isEmpty)
    #expect(driver.graph.isSettled)

    try stage.start(.pipeWire)
    driver.graph.retry(at: .nanoseconds(SystemClock.boottime))
    #expect(driver.graph.problem == nil)
  }

  @Test func `the route is the default devices, and each change of it is told once`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    layout.sources = ["microphone"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    let microphone = Port(portType: "LineIn", name: "microphone", portID: "microphone")
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    #expect(driver.routes == [Route(inputs: [microphone], outputs: [lineOut("speaker")])])

    let kitchen = try stage.node("kitchen").id
    try stage.run("wpctl", ["set-default", "\(kitchen)"])
    try driver.wait(for: "another route") { driver.routes.count > 1 }
    #expect(driver.routes.last?.outputs == [lineOut("kitchen")])

    // What is lost is told as lost, and then what takes its place (R44).
    try stage.run("pw-cli", ["destroy", "\(kitchen)"])
    try driver.wait(for: "the first sink") {
      driver.routes.last?.outputs == [lineOut("speaker")]
    }
    // The session manager's end changes nothing.
    try stage.kill(.wirePlumber)
    try stage.start(.wirePlumber)
    try stage.awaitDefaultSink()
    let tone = try stage.play()
    _ = try driver.stream("music")
    #expect(driver.routes.last?.outputs == [lineOut("speaker")])
    #expect(!driver.routes.contains { $0.inputs.isEmpty })
    _ = tone
  }

  private func lineOut(_ name: String) -> Port {
    Port(portType: "LineOut", name: name, portID: name)
  }
}
