import AudioSessionJSON
import Enforcement
import Glibc
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// Whose stream it is, and what else is said of it.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverOwnerTests {
  @Test func `a native stream is told whole before it plays, its owner by credential`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "a route") { !driver.routes.isEmpty }
    let tone = try stage.play(
      Pitch.music,
      "native",
      [
        "media.role": "Music", "application.name": "App", "media.name": "A song",
      ]
    )
    let stream = try driver.stream("native")
    try driver.wait(for: "its run") { driver.state(of: stream) == .running }

    let announcement = driver.announcement(of: "native")
    #expect(announcement?.owner == .credential(pid: tone.pid))
    #expect(announcement?.binary == "audiosession-test-tone")
    #expect(announcement?.mediaRole == "Music")
    #expect(announcement?.applicationName == "App")
    #expect(announcement?.device == "speaker")
    #expect(announcement?.direction == .output)
    #expect(announcement?.ancestors.contains(getpid()) == true)
    #expect(driver.description(of: "native")?.mediaName == "A song")
    #expect(driver.volumes(of: stream)?.channels == [1, 1])

    try tone.kill()
    try driver.wait(for: "its end") { driver.id(of: "native") == nil }
    #expect(driver.events.last == .removed(stream))
  }

  @Test func `a native client can't pass itself off as another process`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play(
      Pitch.music,
      "spoofed",
      [
        "application.process.id": "1", "application.process.binary": "orca",
        "client.api": "pipewire-pulse", "pipewire.sec.pid": "1",
      ]
    )
    _ = try driver.stream("spoofed")
    #expect(driver.description(of: "spoofed")?.owner == .credential(pid: tone.pid))
    #expect(driver.description(of: "spoofed")?.binary == "audiosession-test-tone")
  }

  @Test func `a stream through pipewire-pulse is owned by its program's own word`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let player = try stage.playByPulse(Pitch.music, role: "phone")
    _ = try driver.stream("paplay")
    let description = driver.description(of: "paplay")
    #expect(description?.owner == .claim(pid: player.pid))
    #expect(description?.mediaRole == "Communication")
    #expect(description?.binary == "pacat")
    #expect(!driver.ownersTold(of: "paplay").contains { $0.isCredential })
  }

  @Test func `a claim of a process that there isn't names nobody`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let arguments = ["--property=application.process.id=2000000000", try stage.toneFile()]
    let player = try stage.start("paplay", arguments)
    _ = try driver.stream("paplay")
    #expect(
      driver.description(of: "paplay")?.owner
        == .unknown(
          because: "its program says it is process 2000000000, which isn't this user's"
        )
    )
    #expect(!player.hasEnded)
  }

  @Test func `the output that a stream asks for is told, and the one that it is moved to`() throws {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play(Pitch.music, "cook", ["target.object": "kitchen"])
    let stream = try driver.stream("cook")
    #expect(driver.description(of: "cook")?.device == "kitchen")
    try stage.run(
      "pw-metadata",
      ["\(stream.number)", "target.node", "\(stage.node("speaker").id)", "Spa:Id"]
    )
    try driver.wait(for: "the other sink") { driver.description(of: "cook")?.device == "speaker" }
    #expect(driver.id(of: "cook") == stream)
    #expect(!tone.program.hasEnded)
  }

  @Test func `a capture of others' output: not reported as recording while unlinked`() throws {
    // There is nobody who links.
    var layout = Layout()
    layout.parts = [.pipeWire]
    let stage = try HeadlessGraph(layout)
    let asking = "{ node.name=meter stream.capture.sink=true }"
    let meter = try stage.start("pw-record", ["-P", asking, "/dev/null"])
    _ = try stage.node("meter")
    let recorder = try stage.start("pw-record", ["-P", "{ node.name=voice }", "/dev/null"])
    _ = try stage.node("voice")
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "the recorder") { driver.id(of: "voice") != nil }
    #expect(driver.namesTold == ["voice"])
    #expect(!meter.hasEnded && !recorder.hasEnded)
  }

  @Test func `a filter, which passes on what others play, is nobody's stream`() throws {
    let stage = try HeadlessGraph()
    let filter = try stage.start("pw-loopback", ["--name", "equalizer"])
    try Condition.wait("both ends") {
      try stage.nodes().count { $0.name.contains("equalizer") } == 2
    }
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play()
    _ = try driver.stream("music")
    #expect(driver.descriptions.values.map(\.nodeName) == ["music"])
    #expect(!filter.hasEnded && !tone.program.hasEnded)
  }

  @Test func `recorders: one of a microphone is reported, one of others' output isn't`() throws {
    var layout = Layout()
    layout.sources = ["microphone"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    let recorder = try stage.start(
      "pw-record",
      ["--target", "microphone", "-P", "{ node.name=voice }", "/dev/null"]
    )
    try driver.wait(for: "the recorder") {
      driver.id(of: "voice").map { driver.state(of: $0) } == .running
    }
    #expect(driver.description(of: "voice")?.direction == .input)
    #expect(driver.description(of: "voice")?.owner == .credential(pid: recorder.pid))
    #expect(driver.description(of: "voice")?.device == "microphone")
    #expect(driver.descriptions.values.map(\.nodeName) == ["voice"])
    #expect(!recording.program.hasEnded)
  }
}

extension GraphDriver {
  /// The names of all streams that it has ever told of.
  fileprivate var namesTold: Set<String> {
    Set(
      events.compactMap { event in
        if case .added(_, let description) = event { description.nodeName } else { nil }
      }
    )
  }

  /// All owners that a stream was ever said to have.
  fileprivate func ownersTold(of name: String) -> [StreamOwner] {
    events.compactMap { event in
      switch event {
      case .added(_, let description), .changed(_, let description):
        description.nodeName == name ? description.owner : nil
      default: nil
      }
    }
  }
}

extension StreamOwner {
  fileprivate var isCredential: Bool {
    if case .credential = self { true } else { false }
  }
}
