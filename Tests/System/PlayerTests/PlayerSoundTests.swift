import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// What is heard of `AVAudioPlayer` at the sink, while nothing stands in its way.
@Suite(
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct PlayerSoundTests {
  @Test func `a file: heard as loud as it is, paused where it was, heard on from there`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    #expect(try stage.session("state") == "active")
    try stage.tell("pause")
    try stage.hearSilence()
    let place = try stage.place()
    #expect(try stage.place() == place, "it stands")
    #expect(place > 0.05)
    #expect(try stage.session("playing") == false)
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    #expect(try stage.place() > place)
  }

  /// The largest step between two samples of the tone: none of a click is so small.
  private static let slope: Float = 0.25 * 2 * .pi * 400 / 48_000

  @Test func `pausing and going on make no click, and the first sample is heard`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    let start = Moment.now
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    for _ in 1...3 {
      try stage.tell("pause")
      try stage.hearSilence()
      // Nearly at a wave's crest, where a click is largest: the buffers, with which a fade begins,
      // are as long as four waves.
      try stage.tell("seek 10.0005")
      try stage.tell("play", "plays [true]")
      try stage.hear(PlayerStage.full)
    }
    try stage.tell("stop")
    try stage.hearSilence()
    let samples = stage.recording.samples[stage.recording.index(at: start)...]
    let edges = self.edges(of: samples)
    let largest = edges.max() ?? 0
    print("\(edges.count) edges, the largest of \(largest), a step is \(Self.slope)")
    #expect(edges.count >= 8)
    #expect(largest < Self.slope * 1.1)
    // A sine that begins at its first sample rises from 0 as fast as it can.
    let first = try #require(samples.firstIndex { $0 != 0 })
    let rise = samples[first + 9] / Self.slope
    print("ten samples rise by \(rise) steps")
    #expect((8...10.5).contains(rise))
  }

  /// What is heard last before each silence of 100 ms, and first after it; a busy machine's gaps
  /// are shorter.
  private func edges(of samples: ArraySlice<Float>) -> [Float] {
    let heard = samples.indices.filter { samples[$0] != 0 }
    let ends = [heard.first, heard.last].compactMap { $0 }
    let silences = zip(heard, heard.dropFirst()).filter { $1 - $0 >= 4800 }
    return (ends + silences.flatMap { [$0, $1] }).map { abs(samples[$0]) }
  }

  @Test func `a sound of 50 ms: heard, and its session let go, so that others go on`() throws {
    let stage = try PlayerStage()
    try stage.tell("category Playback", "configured")
    let path = try stage.shortTone(milliseconds: 50)
    try stage.tell("open \(path)", "opened 0.050 s, 2 ch, 48000 Hz")
    let music = try stage.others.play(["name": "music", "category": "playback"])
    let start = Moment.now
    try stage.tell("play", "plays [true]")
    #expect(try stage.next() == "finished true at 0.0")
    let heard = try stage.recording.levels(of: 400, start..<Moment.now + .milliseconds(100))
      .count { $0.decibels > PlayerStage.full - 1 }
    // Windows of 10 ms, every 5 ms.
    print("\(heard) windows of 9")
    #expect((7...10).contains(heard))
    try stage.awaitOthers("ended")
    #expect(try stage.session("state") == "inactive")
    try stage.close(music)
  }

  @Test func `three rounds of a second are heard without a gap`() throws {
    let stage = try PlayerStage()
    try stage.tell("category Playback", "configured")
    try stage.tell("open \(stage.graph.toneFile(seconds: 1))", "opened 1.000 s, 2 ch, 48000 Hz")
    try stage.tell("loops 2")
    try stage.tell("play", "plays [true]")
    let start = try stage.hear(PlayerStage.full)
    #expect(try stage.next() == "finished true at 0.0")
    let levels = try stage.recording.levels(of: 400, start..<Moment.now + .milliseconds(100))
    let loud = levels.filter { $0.decibels > PlayerStage.full - 1 }
    let length = try #require(loud.last).time - start
    let gaps =
      levels.count { $0.time < start + .milliseconds(2950) }
      - loud.count {
        $0.time < start + .milliseconds(2950)
      }
    print("heard for \(length), \(gaps) windows too low")
    #expect(abs(length / .seconds(1) - 3) < 0.05)
    // A busy machine may have a gap of its own; one of a new beginning is ten times as long.
    #expect(gaps <= 6)
  }

  @Test func `players that begin together are heard together`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("open \(stage.graph.toneFile(Pitch.speech))", "opened 60.000 s, 2 ch, 48000 Hz")
    let start = Moment.now
    try stage.tell("together 0.2", "plays [true, true]")
    let one = try stage.hear(PlayerStage.full, from: start)
    let other = try stage.hear(PlayerStage.full, of: Pitch.speech, from: start)
    print("heard \(one - start) and \(other - start) after the order")
    // A quantum, as PipeWire has it by default: 1,024 frames.
    #expect(abs((one - other) / .milliseconds(1)) <= 21.4)
    #expect(one - start > .milliseconds(200))
  }

  @Test func `place, rate, volume and balance are as they are set`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("seek 30")
    try stage.tell("volume 0.5")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full - 6.02)
    let place = try stage.place()
    #expect((30..<32).contains(place), "\(place)")
    try stage.tell("volume 1 0.2")
    try stage.hear(PlayerStage.full)
    // The first channel is recorded, the left one.
    try stage.tell("pan 0.5")
    try stage.hear(PlayerStage.full - 6.02)
    try stage.tell("pan 0")
    try stage.hear(PlayerStage.full)
    try stage.tell("rate 2")
    let before = try stage.place(after: .milliseconds(300))
    let start = Moment.now
    let after = try stage.place(after: .milliseconds(1000))
    let speed = (after - before) / ((Moment.now - start) / .seconds(1))
    print("two times as fast: \(speed)")
    #expect((1.7...2.3).contains(speed))
    try stage.hear(PlayerStage.full)
  }

  @Test func `meters say how loud the file is, whatever the volume`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("levels", "levels -160.0 -160.0")
    try stage.tell("volume 0.1")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full - 20)
    try stage.tell("levels", "levels -15.1 -12.0")
  }

  @Test func `a sound in memory is heard`() throws {
    let stage = try PlayerStage()
    try stage.tell("category Playback", "configured")
    try stage.tell("data \(stage.graph.toneFile())", "opened 60.000 s, 2 ch, 48000 Hz")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.tell("forget")
    try stage.hearSilence()
  }
}
