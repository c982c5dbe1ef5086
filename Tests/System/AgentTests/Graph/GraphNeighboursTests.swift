import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// What else acts on the sound in PipeWire's graph, by what PipeWire says.
struct GraphNeighboursTests {
  private let graph = Graph(runtimeFolder: nil)

  private func add(_ id: UInt32, _ kind: PipeWireKind, _ properties: [String: String]) {
    graph.added(id, kind, PipeWireProperties(properties))
  }

  private func describe(_ id: UInt32, _ properties: [String: String]) {
    graph.properties(of: id, PipeWireProperties(properties))
  }

  /// Adds a sink as PipeWire tells it: first a few properties, then all.
  private func addSink(_ id: UInt32, _ name: String, _ properties: [String: String] = [:]) {
    let few = ["media.class": "Audio/Sink", "node.name": name]
    add(id, .node, few)
    describe(id, few.merging(properties) { $1 })
  }

  @Test func `a role policy is known by its sinks, as long as one is there`() {
    addSink(10, "speaker")
    // A sink for a role may be chosen by it, and lowers nobody.
    addSink(11, "phone", ["device.intended-roles": "[ Communication ]"])
    #expect(graph.neighbours.roleNodes.isEmpty)
    addSink(12, "navigation", ["policy.role-based.priority": "50"])
    addSink(13, "multimedia", ["policy.role-based.target": "true"])
    addSink(14, "control.endpoint.alert", ["wireplumber.is-endpoint": "true"])
    #expect(graph.neighbours.roleNodes == ["control.endpoint.alert", "multimedia", "navigation"])
    graph.removed(12)
    graph.removed(14)
    describe(13, ["media.class": "Audio/Sink", "policy.role-based.target": "false"])
    #expect(graph.neighbours.roleNodes.isEmpty)
  }

  @Test func `JACK's clients are known by their connection, whichever is told first`() {
    let filter = ["media.role": "DSP", "media.type": "Audio"]
    add(20, .client, ["application.name": "mpv"])
    add(21, .node, filter.merging(["client.id": "20", "node.name": "mpv"]) { $1 })
    #expect(graph.neighbours.jackClients.isEmpty)
    describe(20, ["application.name": "mpv", "client.api": "jack"])
    #expect(graph.neighbours.jackClients == ["mpv"])
    add(22, .node, filter.merging(["client.id": "20", "node.name": "amp\u{1B}"]) { $1 })
    // An equalizer's filters, which go the usual way.
    add(23, .client, [:])
    describe(23, ["client.api": "pipewire"])
    add(24, .node, filter.merging(["client.id": "23", "node.name": "equalizer"]) { $1 })
    #expect(graph.neighbours.jackClients == ["amp\u{1B}", "mpv"])
    graph.removed(21)
    #expect(graph.neighbours.jackClients == ["amp\u{1B}"])
    graph.removed(20)
    #expect(graph.neighbours.jackClients.isEmpty)
  }

  @Test func `whether WirePlumber pauses players is its setting, as long as it is there`() {
    let setting = "linking.pause-playback"
    // Not of the metadata with that name, and not of the whole graph.
    add(30, .metadata, ["metadata.name": "default"])
    graph.value(of: 30, subject: 0, key: setting, "true")
    #expect(!graph.neighbours.pausesPlayers)
    add(31, .metadata, ["metadata.name": "sm-settings"])
    graph.value(of: 31, subject: 9, key: setting, "true")
    graph.value(of: 31, subject: 0, key: "linking.allow-moving-streams", "true")
    #expect(!graph.neighbours.pausesPlayers)
    graph.value(of: 31, subject: 0, key: setting, "true")
    #expect(graph.neighbours.pausesPlayers)
    graph.value(of: 31, subject: 0, key: setting, "false")
    #expect(!graph.neighbours.pausesPlayers)
    graph.value(of: 31, subject: 0, key: setting, "true")
    graph.value(of: 31, subject: 0, key: nil, nil)
    #expect(!graph.neighbours.pausesPlayers)
    graph.value(of: 31, subject: 0, key: setting, "true")
    graph.removed(31)
    #expect(!graph.neighbours.pausesPlayers)
  }
}

/// The same in a real graph.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphNeighboursLiveTests {
  @Test func `any sinks with the properties of WirePlumber 0 5`() throws {
    var layout = Layout()
    layout.objects = ["multimedia", "navigation"].map { name in
      """
      { factory = adapter args = {
          factory.name = support.null-audio-sink node.name = \(name) media.class = Audio/Sink
          policy.role-based.target = true policy.role-based.priority = 25
          device.intended-roles = "[ Music ]" object.linger = true } }
      """
    }.joined(separator: "\n")
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "both sinks") {
      driver.graph.neighbours.roleNodes == ["multimedia", "navigation"]
    }
    try stage.kill(.pipeWire)
    try driver.wait(for: "the loss") { driver.graph.neighbours.roleNodes.isEmpty }
  }

  @Test func `the sinks for roles of the WirePlumber that is installed`() throws {
    let stage = try HeadlessGraph(.withRoleSinks)
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "both sinks") {
      driver.graph.neighbours.roleNodes.count == 2
    }
  }
}
