import Enforcement
import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// Meters of streams.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverListeningTests {
  @Test func `a stream that is listened to tells its peaks, and goes on undisturbed`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play(amplitude: 0)
    let stream = try driver.stream("music")
    driver.graph.listen(to: stream, true)
    try driver.wait(for: "silence") { driver.peaks(of: stream).last == 0 }
    for amplitude: Float in [0.25, 0.01] {
      try tone.setAmplitude(Double(amplitude))
      try driver.wait(for: "the tone at \(amplitude)") {
        driver.peaks(of: stream).last.map { abs($0 / amplitude - 1) < 0.02 } ?? false
      }
    }
    try stage.setVolume(0.1, of: "music")
    try driver.wait(for: "the tone at its user's volume") {
      driver.peaks(of: stream).last.map { abs($0 / 0.001 - 1) < 0.02 } ?? false
    }
    driver.graph.listen(to: stream, false)
    try driver.wait(for: "the end of the meter") {
      try !stage.nodes().contains { $0.name == "audiosession-agent-meter" }
    }
    // Its link has gone, which is no move.
    #expect(driver.graph.moves.isEmpty)
    #expect(driver.state(of: stream) == .running)
    let count = driver.peaks(of: stream).count
    try tone.setAmplitude(0.25)
    _ = try stage.nodes()
    try driver.wait(for: "nothing more") { true }
    #expect(driver.peaks(of: stream).count == count)
  }

  @Test func `a meter that is destroyed says that it tells nothing more`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play()
    let stream = try driver.listenToMusic()
    try stage.destroy("audiosession-agent-meter")
    try driver.wait(for: "its end") { driver.events.contains(.peak(stream, nil)) }
    withExtendedLifetime(tone) {}
  }

  @Test func `a metered stream: still stops when paused, and is metered when it resumes`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    let tone = try stage.play()
    let stream = try driver.listenToMusic()
    try tone.pause()
    try driver.wait(for: "its stop") { driver.state(of: stream) != .running }
    try tone.resume()
    let count = driver.peaks(of: stream).count
    try driver.wait(for: "its peaks again") { driver.peaks(of: stream).count > count }
  }
}

extension GraphDriver {
  /// Listens to the stream `music`, and runs the loop until a peak of it is told.
  fileprivate func listenToMusic() throws -> StreamID {
    let stream = try stream("music")
    graph.listen(to: stream, true)
    try wait(for: "a peak") { !self.peaks(of: stream).isEmpty }
    return stream
  }

  /// The peaks of a stream that were told, in order.
  fileprivate func peaks(of stream: StreamID) -> [Float] {
    events.compactMap { if case .peak(stream, let peak?) = $0 { peak } else { nil } }
  }
}
