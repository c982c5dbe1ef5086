import AudioSessionSystem
import Enforcement
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// What is done to streams, by ear.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverCommandTests {
  static let full = -12.1 ... -12.0
  static let tenth = -32.1 ... -32.0
  static let silent = Level.silence ... -100

  @Test func `soft volumes are heard, told, not saved, and leave the user's volume alone`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    let tone = try stage.play(Pitch.music, "music", ["media.role": "Music"])
    let stream = try driver.stream("music")
    try driver.hear(Self.full, recording)
    let saved = try stage.savedState()

    driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    try driver.hear(Self.tenth, recording)
    #expect(driver.volumes(of: stream) == StreamVolumes(channels: [1, 1], soft: [0.1, 0.1]))
    #expect(try stage.savedState() == saved)

    // The user's slider wins until somebody sets the soft volumes again (R20).
    try stage.setVolume(0.5, of: "music")
    try driver.hear(-18.1 ... -18.0, recording)
    let base = driver.volumes(of: stream)?.channels ?? []
    #expect(base.allSatisfy { abs($0 - 0.5) < 0.001 } && base.count == 2)
    #expect(!tone.program.hasEnded)
  }

  /// Twenty, as it is a race: unless they are set again, they are dropped most times.
  @Test func `volumes that are set as soon as a stream is told hold when it runs`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    for number in 1...20 {
      let name = "newborn-\(number)"
      let tone = try stage.play(Pitch.music, name, ["media.role": "Music"])
      try driver.wait(for: name) { driver.id(of: name) != nil }
      let stream = try #require(driver.id(of: name))
      driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
      try driver.wait(for: "its run") { driver.state(of: stream) == .running }
      try driver.hear(Self.tenth, recording)
      try tone.kill()
      try driver.wait(for: "its end") { driver.id(of: name) == nil }
    }
  }

  @Test func `a stream that its user has muted stays mute whatever volumes are set`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    let tone = try stage.play()
    let stream = try driver.stream("music")
    try driver.hear(Self.full, recording)

    try stage.setMuted(true, "music")
    try driver.hear(Self.silent, recording)
    let start = Moment.now
    driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    try driver.wait(for: "the echo") { driver.volumes(of: stream)?.soft == [0.1, 0.1] }
    #expect(try recording.peak(start..<Moment.now + .milliseconds(100)) == 0)
    #expect(driver.volumes(of: stream)?.isMuted == true)

    try stage.setMuted(false, "music")
    try driver.hear(Self.tenth, recording)
    try stage.setMuted(true, "music")
    try driver.hear(Self.silent, recording)
    driver.graph.setVolumes(stream, [1, 1], isTouched: false)
    try driver.wait(for: "the end of it") { driver.graph.isSettled }
    try stage.setMuted(false, "music")
    try driver.hear(Self.full, recording)
    #expect(!tone.program.hasEnded)
  }

  @Test func `a paused stream's program stands still, and goes on where it was`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    let tone = try stage.play()
    let stream = try driver.stream("music")
    try driver.hear(Self.full, recording)

    driver.graph.pause(stream)
    try driver.hear(Self.silent, recording)
    #expect(try tone.framesPerSecond() == 0)
    #expect(driver.state(of: stream) == .running)

    driver.graph.start(stream)
    try driver.hear(Self.full, recording)
    #expect(try tone.framesPerSecond() > 0)
  }

  @Test(arguments: [false, true])
  func `a stream that its program has stopped is heard when its program plays again`(
    isLate: Bool
  ) throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let recording = try stage.record()
    let tone = try stage.play()
    let stream = try driver.stream("music")
    try driver.hear(Self.full, recording)

    driver.graph.pause(stream)
    try driver.hear(Self.silent, recording)
    try tone.pause()
    if isLate {
      // The program has stopped, and we haven't been told yet.
      try Condition.wait("the program's stop") { try stage.node("music").state == "idle" }
      #expect(driver.state(of: stream) == .running)
    } else {
      try driver.wait(for: "the program's stop") { driver.state(of: stream) == .idle }
    }
    driver.graph.start(stream)
    try driver.wait(for: "PipeWire's answer") { driver.graph.isSettled }
    try driver.wait(for: "the program's stop") { driver.state(of: stream) == .idle }

    try tone.resume()
    try driver.hear(Self.full, recording)
  }

  @Test func `a release is settled once PipeWire has handled it`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play()
    let stream = try driver.stream("music")
    try driver.wait(for: "its run") { driver.state(of: stream) == .running }
    driver.graph.setVolumes(stream, [1, 1], isTouched: false)
    #expect(driver.graph.isSettled)
    driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    driver.graph.pause(stream)
    #expect(driver.graph.isSettled)

    driver.graph.start(stream)
    #expect(!driver.graph.isSettled)
    try driver.wait(for: "PipeWire's answer") { driver.graph.isSettled }
    driver.graph.setVolumes(stream, [1, 1], isTouched: false)
    #expect(!driver.graph.isSettled)
    try driver.wait(for: "PipeWire's answer") { driver.graph.isSettled }
    #expect(!tone.program.hasEnded)
  }

  @Test func `a muted, paused stream: released after the connection to PipeWire is lost`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    let driver = try GraphDriver(in: stage)
    let stream = try driver.stream("music")
    try driver.hear(Self.full, recording)
    driver.graph.setVolumes(stream, [0, 0], isTouched: true)
    driver.graph.pause(stream)
    try driver.hear(Self.silent, recording)
    driver.graph.lose(at: .nanoseconds(SystemClock.boottime))
    try driver.hear(Self.full, recording)
    #expect(try tone.framesPerSecond() > 0)
  }
}
