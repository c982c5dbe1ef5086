import Enforcement
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// A stream that the session manager moves to another sink hasn't stopped.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverMoveTests {
  @Test func `a stream runs on while it is moved, and stops when there is nowhere to go`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    // With PulseAudio's server there would always be a sink.
    layout.parts = [.pipeWire, .wirePlumber]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play()
    let stream = try driver.stream("music")
    try driver.wait(for: "the tone") { driver.state(of: stream) == .running }
    let count = driver.stops
    try stage.chooseSink("kitchen")
    try driver.awaitSink("kitchen", of: stream)
    try stage.destroy("kitchen")
    try driver.awaitSink("speaker", of: stream)
    try driver.wait(for: "the end of the move") { driver.graph.moves.isEmpty }
    #expect(driver.stops == count)

    try stage.destroy("speaker")
    try driver.wait(for: "the stop") { driver.stops > count }
    try driver.wait(for: "nothing more") { driver.graph.moves.isEmpty }
    try stage.createSink("headphones", priority: 3000)
    try driver.wait(for: "the tone again") { driver.state(of: stream) == .running }
    #expect(!tone.program.hasEnded)
  }

  @Test func `each move has its own time`() {
    let graph = Graph(runtimeFolder: nil)
    graph.moves[1] = StreamMove()
    graph.endMoves(at: .zero)
    graph.moves[2] = StreamMove()
    graph.endMoves(at: .milliseconds(900))
    #expect(graph.moveEnd == .seconds(1))
    graph.endMoves(at: .seconds(1))
    #expect(Array(graph.moves.keys) == [2])
    graph.endMoves(at: .milliseconds(1899))
    #expect(graph.moveEnd == .milliseconds(1900))
    graph.endMoves(at: .milliseconds(1900))
    #expect(graph.moves.isEmpty)
  }
}

extension GraphDriver {
  /// How often a stream was told to have stopped.
  fileprivate var stops: Int {
    events.count { if case .state(_, let state) = $0 { state != .running } else { false } }
  }

  fileprivate func awaitSink(_ name: String, of stream: StreamID) throws {
    try wait(for: "the stream in \(name)") {
      let peers = graph.links.peers(of: stream.number).compactMap { graph.endpoints[$0]?.name }
      return peers == [name, name] && graph.streams[stream.number]?.state == .running
    }
  }
}
