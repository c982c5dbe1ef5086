import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A straight line through levels.
struct Slope: CustomStringConvertible {
  /// From one end of the way to the other.
  let length: Duration
  /// How far nine tenths of the levels are from the line, at most: where a busy machine loses a turn
  /// of the graph, a few windows measure nothing.
  let deviation: Double

  /// Fits a line to those levels that are on the way between two, and not at its ends.
  init(_ levels: [Level], between lower: Double, and upper: Double) {
    let way = levels.filter { $0.decibels > lower + 1 && $0.decibels < upper - 1 }
      .map { (time: $0.time / .milliseconds(1), level: $0.decibels) }
    let first = Line(through: way)
    let nearest = way.sorted { first.distance(of: $0) < first.distance(of: $1) }
      .prefix(way.count * 9 / 10)
    let line = Line(through: Array(nearest))
    length = line.slope == 0 ? .zero : .milliseconds((upper - lower) / abs(line.slope))
    deviation = nearest.map(line.distance).max() ?? .infinity
  }

  /// The line of the least squares.
  private struct Line {
    let time: Double
    let level: Double
    let slope: Double

    init(through points: [(time: Double, level: Double)]) {
      let count = Double(max(1, points.count))
      let time = points.map(\.time).reduce(0, +) / count
      let level = points.map(\.level).reduce(0, +) / count
      let above = points.map { ($0.time - time) * ($0.level - level) }.reduce(0, +)
      let below = points.map { ($0.time - time) * ($0.time - time) }.reduce(0, +)
      (self.time, self.level) = (time, level)
      slope = below == 0 ? 0 : above / below
    }

    func distance(of point: (time: Double, level: Double)) -> Double {
      abs(level + slope * (point.time - time) - point.level)
    }
  }

  func isStraight(over ramp: Duration) -> Bool {
    abs(length / ramp - 1) < 0.1 && deviation < 1
  }

  var description: String {
    String(format: "%.1f ms, at most %.2f dB off a line", length / .milliseconds(1), deviation)
  }
}

extension SoundTests {
  @Test("ramps take as long as the daemon says, and are straight in decibels (R19)")
  func ramps() throws {
    let stage = try SoundStage(["DuckRamp": "300ms", "UnduckRamp": "1s"])
    let music = try stage.playMusic()
    let prompt = try OwnSession.prompt(in: stage.daemon)
    let (down, up) = try measured("ramps") {
      try stage.hearMusic(SoundStage.full, within: 0.1)
      let start = Moment.now
      try prompt.activate()
      try stage.hearMusic(SoundStage.ducked, within: 0.1)
      let middle = Moment.now
      try prompt.deactivate()
      try stage.hearMusic(SoundStage.full, within: 0.1)
      let falling = try stage.recording.levels(of: Pitch.music, start..<middle)
      let rising = try stage.recording.levels(of: Pitch.music, middle..<Moment.now)
      return (
        Slope(falling, between: SoundStage.ducked, and: SoundStage.full),
        Slope(rising, between: SoundStage.ducked, and: SoundStage.full)
      )
    } isRight: { down, up in
      down.isStraight(over: .milliseconds(300)) && up.isStraight(over: .seconds(1))
    }
    print("DuckRamp=300ms: \(down); UnduckRamp=1s: \(up)")
    #expect(down.isStraight(over: .milliseconds(300)), "\(down)")
    #expect(up.isStraight(over: .seconds(1)), "\(up)")
    withExtendedLifetime(music) {}
  }

  @Test("a ramp that is cancelled midway goes back from where it is (R19)")
  func cancelledRamp() throws {
    let stage = try SoundStage(["DuckRamp": "1s", "UnduckRamp": "1s"])
    let music = try stage.playMusic()
    let prompt = try OwnSession.prompt(in: stage.daemon)
    let (lowest, step) = try measured("a cancelled ramp") {
      let start = Moment.now
      try prompt.activate()
      // Half of the way.
      let turn = try stage.recording.hear(Pitch.music, in: -20 ... -19, lasting: 1, from: start)
      try prompt.deactivate()
      try stage.hearMusic(SoundStage.full, within: 0.1, from: turn)
      let levels = try stage.recording.levels(of: Pitch.music, start..<Moment.now).map(\.decibels)
      let steps = zip(levels, levels.dropFirst(2)).map { abs($0 - $1) }
      return (levels.min() ?? Level.silence, steps.max() ?? 0)
    } isRight: { lowest, step in
      lowest > SoundStage.ducked + 2 && step < 2
    }
    print("cancelled at -19 dB: lowest \(lowest) dB, greatest step of 10 ms \(step) dB")
    #expect(lowest > SoundStage.ducked + 2)
    #expect(step < 2)
    withExtendedLifetime(music) {}
  }
}
