import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Enforcement
import Glibc
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// PipeWire's coming and going, and its default devices.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverConnectionTests {
  @Test func `after PipeWire's restart every stream comes anew`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play(Pitch.music, "before")
    let stream = try driver.stream("before")
    driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    try driver.wait(for: "the route") { !driver.routes.isEmpty }
    let generation = driver.graph.generation

    try stage.kill(.pipeWire)
    try driver.wait(for: "the loss") { driver.events.contains(.lost) }
    #expect(driver.graph.generation > generation)
    #expect(driver.graph.problem != nil)
    // What is gone can be commanded all the same.
    driver.graph.setVolumes(stream, [0.5, 0.5], isTouched: true)
    driver.graph.pause(stream)
    #expect(driver.graph.isSettled)

    for part in [HeadlessGraph.Part.wirePlumber, .pulse] { try stage.kill(part) }
    try tone.kill()
    for part in [HeadlessGraph.Part.pipeWire, .wirePlumber, .pulse] { try stage.start(part) }
    driver.graph.retry(at: .nanoseconds(SystemClock.boottime))
    try stage.awaitDefaultSink()
    let next = try stage.play(Pitch.music, "after")
    _ = try driver.stream("after")
    #expect(driver.graph.problem == nil)
    // A null sink is the same after all this: its route was told once.
    #expect(driver.routes.map(\.outputs) == [[lineOut("speaker")]])
    #expect(!next.program.hasEnded)
  }

  @Test func `without PipeWire the driver is quiet, and says why`() throws {
    var layout = Layout()
    layout.parts = []
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    #expect(driver.graph.problem == "PipeWire isn't running")
    #expect(driver.graph.descriptor == nil)
    try driver.wait(for: "the last attempt") { driver.graph.retryTime == nil }
    #expect(driver.events.isEmpty)
    #expect(driver.graph.isSettled)

    try stage.start(.pipeWire)
    driver.graph.retry(at: .nanoseconds(SystemClock.boottime))
    #expect(driver.graph.problem == nil)
  }

  @Test func `a driver that is connected keeps its connection when a socket appears`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let connection = try #require(driver.graph.connection)
    driver.graph.retry(at: .nanoseconds(SystemClock.boottime))
    #expect(driver.graph.connection === connection)
  }

  @Test func `the route is the default devices, and each change of it is told`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    layout.sources = ["microphone"]
    let stage = try HeadlessGraph(layout)
    try makeDefault("source", "microphone", in: stage)
    let driver = try GraphDriver(in: stage)
    let microphone = Port(portType: "LineIn", name: "microphone", portID: "microphone")
    try driver.wait(for: "a route") { driver.routes.last?.inputs == [microphone] }
    #expect(driver.routes.last?.outputs == [lineOut("speaker")])

    try makeDefault("sink", "kitchen", in: stage)
    try driver.wait(for: "another route") { driver.routes.last?.outputs == [lineOut("kitchen")] }
    // What is lost is told as lost, and then what takes its place (R44).
    try stage.run("pw-cli", ["destroy", "\(stage.node("kitchen").id)"])
    try driver.wait(for: "the first sink") { driver.routes.last?.outputs == [lineOut("speaker")] }
    #expect(driver.routes.last?.inputs == [microphone])
  }

  @Test func `a session manager's restart doesn't change the route`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    try stage.kill(.wirePlumber)
    try stage.start(.wirePlumber)
    try stage.awaitDefaultSink()
    let tone = try stage.play()
    _ = try driver.stream("music")
    #expect(driver.routes == [RouteObject(outputs: [lineOut("speaker")])])
    #expect(!tone.program.hasEnded)
  }

  @Test func `a default sink that is named again soon wasn't lost`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    // However long the programs below take: the doubt doesn't end by itself.
    driver.stopsTime = true
    try driver.wait(for: "a doubt") {
      if driver.graph.doubtEnd != nil { return true }
      // What is named again before the driver has looked is no doubt: once more.
      try takeBackDefaultSink(in: stage)
      return false
    }
    try stage.run(
      "pw-metadata",
      ["0", "default.audio.sink", #"{"name":"speaker"}"#, "Spa:String:JSON"]
    )
    try driver.wait(for: "no doubt") { driver.graph.doubtEnd == nil }
    #expect(driver.routes == [RouteObject(outputs: [lineOut("speaker")])])
    driver.stopsTime = false

    try takeBackDefaultSink(in: stage)
    try driver.wait(for: "another route") { driver.routes.count > 1 }
    #expect(driver.routes.last == RouteObject())
    #expect(driver.graph.doubtEnd == nil)
  }

  @Test func `a default that PipeWire told somebody else alone is followed all the same`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    // What makes the driver read the defaults anew, once time goes on. The session manager has seen
    // it by then, and made its ports: it would choose anew, and undo what follows.
    driver.stopsTime = true
    try stage.createSink("cellar", priority: 1)
    let cellar = try stage.node("cellar").id
    try driver.wait(for: "the sink") { driver.graph.endpoints[UInt32(cellar)] != nil }
    try Condition.wait("its ports") {
      try stage.dump().contains { $0["info"]?["props"]?["node.id"]?.integer == Int64(cellar) }
    }
    // As long as the session manager hasn't answered one that subscribes, PipeWire tells the others
    // nothing; and it answers after it has taken the new default, which it was sent before.
    stage.signal(.wirePlumber, SIGSTOP)
    let metadata = try #require(driver.graph.defaultMetadata)
    let value = #"{"name":"kitchen"}"#
    driver.graph.connection?.setMetadata(metadata, of: 0, "default.audio.sink", value)
    driver.graph.reviewRoute()
    try driver.wait(for: "PipeWire to have sent it") { driver.graph.route == .seen }
    // They say that they have found it and then subscribe: the first has, once the second says it.
    let monitors = try (0..<2).map { _ in
      let monitor = try stage.start("pw-metadata", ["--monitor", "0"], readsLines: true)
      _ = try monitor.nextLine("Found")
      return monitor
    }
    stage.signal(.wirePlumber, SIGCONT)
    driver.stopsTime = false
    try driver.wait(for: "the other route") { driver.routes.last?.outputs == [lineOut("kitchen")] }
    for monitor in monitors { try monitor.kill() }
  }

  @Test func `a default is followed though somebody left while subscribing`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    // PipeWire goes on waiting for the session manager's answer to one that has gone, and as long
    // tells no change to those who have had theirs.
    stage.signal(.wirePlumber, SIGSTOP)
    for _ in 0..<2 {
      let monitor = try stage.start("pw-metadata", ["--monitor", "0"], readsLines: true)
      _ = try monitor.nextLine("Found")
      try monitor.kill()
    }
    stage.signal(.wirePlumber, SIGCONT)
    try driver.wait(for: "all that was due") { driver.graph.deadline == nil }
    for sink in ["kitchen", "speaker"] {
      try stage.chooseSink(sink)
      try driver.wait(for: "the \(sink)") { driver.routes.last?.outputs == [lineOut(sink)] }
    }
    // Chosen by a mixer that stays; what plays is moved.
    let tone = try stage.play()
    _ = try driver.stream("music")
    try driver.wait(for: "all that was due") { driver.graph.deadline == nil }
    let value = #"{"name":"kitchen"}"#
    let mixer = try stage.start(
      "pw-metadata",
      ["--monitor", "0", "default.configured.audio.sink", value, "Spa:String:JSON"]
    )
    try driver.wait(for: "the move") { driver.routes.last?.outputs == [lineOut("kitchen")] }
    withExtendedLifetime((tone, mixer)) {}
  }

  /// Takes it back until it is gone: a session manager that is choosing at this moment names it
  /// again.
  private func takeBackDefaultSink(in stage: HeadlessGraph) throws {
    try Condition.wait("no default sink") {
      let key = "default.audio.sink"
      try stage.run("pw-metadata", ["-d", "0", key])
      return try !stage.run("pw-metadata", ["0", key]).contains(key)
    }
  }

  private func makeDefault(_ kind: String, _ name: String, in stage: HeadlessGraph) throws {
    let value = #"{"name":"\#(name)"}"#
    let key = "default.configured.audio.\(kind)"
    try stage.run("pw-metadata", ["0", key, value, "Spa:String:JSON"])
  }

  private func lineOut(_ name: String) -> Port {
    Port(portType: "LineOut", name: name, portID: name)
  }
}
