import Foundation
import GraphTestSupport
import TestTraits
import Testing
import TestSupport

/// The measuring tools: that they hear what is there.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphHarnessTests {
  @Test("a tone is heard at its own level, and another one isn't")
  func levels() throws {
    let graph = try HeadlessGraph()
    let recording = try graph.record()
    let tone = try graph.play(Pitch.music, amplitude: 0.25)
    try recording.hear(Pitch.music, in: -12.051 ... -12.031)
    try recording.hear(Pitch.speech, in: Level.silence ... -100)
    try tone.expectPlaying(beside: recording)
  }

  @Test("the user's volume is heard, and silence is digital")
  func userVolume() throws {
    let graph = try HeadlessGraph()
    let recording = try graph.record()
    let tone = try graph.play()
    try graph.setVolume(0.5, of: tone.name)
    try recording.hear(Pitch.music, in: -18.1 ... -18.0)
    #expect(try graph.node(tone.name).volumes.allSatisfy { abs($0 - 0.5) < 0.001 })
    try tone.pause()
    try recording.hear(Pitch.music, in: Level.silence ... -100)
    let now = Moment.now
    #expect(try recording.peak(now..<now + .milliseconds(100)) == 0)
    #expect(try tone.framesPerSecond() == 0)
  }

  @Test("each part can be killed and started again, and PulseAudio's clients are heard, too")
  func parts() throws {
    let graph = try HeadlessGraph(.withBus)
    try graph.kill(.pulse)
    try graph.start(.pulse)
    try graph.kill(.wirePlumber)
    try graph.start(.wirePlumber)
    try graph.kill(.pipeWire)
    for part in [HeadlessGraph.Part.wirePlumber, .pulse] { try graph.kill(part) }
    for part in [HeadlessGraph.Part.pipeWire, .wirePlumber, .pulse] { try graph.start(part) }
    try graph.awaitDefaultSink()
    let recording = try graph.record()
    let player = try graph.start("paplay", [graph.toneFile()])
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
    #expect(!player.hasEnded)
    try graph.run("busctl", ["--user", "list"])
  }

  @Test("nothing is left of a graph")
  func end() throws {
    var graph: HeadlessGraph? = try HeadlessGraph(.withBus)
    var tone = try graph?.play()
    let pids = (graph?.parts.values.map(\.pid) ?? []) + (tone.map { [$0.pid] } ?? [])
    let path = graph?.folder.path ?? ""
    #expect(pids.count == 5)
    #expect(pids.allSatisfy { kill($0, 0) == 0 })
    tone = nil
    graph = nil
    #expect(pids.allSatisfy { kill($0, 0) != 0 })
    #expect(access(path, F_OK) != 0)
  }
}
