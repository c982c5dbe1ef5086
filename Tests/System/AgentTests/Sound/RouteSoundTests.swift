import AudioSessionJSON
import AudioSessionWire
import GraphTestSupport
import TestSupport
import Testing

/// R44 by way of a real agent: what is a loss, and what isn't.
extension SoundTests {
  private static var twoSinks: Layout {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    return layout
  }

  /// Music by a real client, and a session that is told of each change of route.
  private final class Listener {
    let stage: SoundStage
    let music: Tone
    let witness: OwnSession

    init(_ layout: Layout) throws {
      stage = try SoundStage(DaemonConfiguration(), layout)
      music = try stage.playMusic()
      try stage.agent.awaitAdopted()
      witness = try OwnSession.witness(in: stage.daemon)
    }

    /// The reason of the next change, and the output that it leads to.
    func nextChange() throws -> [JSONValue?] {
      let told = try witness.connection.nextTold("session.routeChange")["params"]
      return [told?["reason"], told?["currentRoute"]?["outputs"]?.array?.first?["portID"]]
    }

    /// Waits until the session of the music is in a state.
    func awaitMusic(_ state: String) throws {
      try Condition.wait("music that is \(state)") { try self.state() == state }
    }

    func state() throws -> String? {
      let sessions = try witness.connection.granted("session.list")["sessions"]?.array ?? []
      return sessions.first { $0["name"] == "music" }?["state"]?.string
    }
  }

  @Test("music goes on when another output is chosen, and stops when its output goes (R44)")
  func outputs() throws {
    let listener = try Listener(SoundTests.twoSinks)
    let graph = listener.stage.graph
    try graph.chooseSink("kitchen")
    #expect(try listener.nextChange() == ["override", "kitchen"])
    #expect(try listener.state() == "active")

    try graph.createSink("headphones", priority: 3000)
    try graph.chooseSink("headphones")
    #expect(try listener.nextChange() == ["newDeviceAvailable", "headphones"])
    #expect(try listener.state() == "active")
    try listener.music.expectPlaying(beside: listener.stage.recording)

    try graph.destroy("headphones")
    // The next output may have been chosen by then.
    let change = try listener.nextChange()
    #expect(change[0] == "oldDeviceUnavailable")
    #expect([nil, "kitchen", "speaker"].contains(change[1]))
    try listener.awaitMusic("interrupted")
    try listener.stage.hearSilence()
    try listener.music.expectStanding()
  }

  @Test("the volume of the output is told to programs, and is no change of route (R67)")
  func volume() throws {
    let listener = try Listener(SoundTests.twoSinks)
    let (graph, witness) = (listener.stage.graph, listener.witness.connection)
    try graph.setVolume(0.125, of: "speaker")
    var told: JSONValue?
    while told?["outputVolume"] != 0.5 {
      told = try witness.nextTold("session.hardwareChange")["params"]?["hardware"]
    }
    print("told: \(told?.text ?? "nothing")")
    let route = try witness.granted("system.get")["route"]
    #expect(route?["hardware"] == told)
    #expect(told?["sampleRate"] == 48_000)
    #expect(try listener.state() == "active")
    try graph.chooseSink("kitchen")
    // Nothing of a route came before this change.
    #expect(try listener.nextChange() == ["override", "kitchen"])
  }
}
