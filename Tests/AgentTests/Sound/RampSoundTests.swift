import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A straight line through levels.
struct Slope: CustomStringConvertible {
  /// From one end of the way to the other.
  let length: Duration
  /// How far the levels are from the line, at most.
  let deviation: Double

  /// Fits a line to those levels that are on the way between two, and not at its ends.
  init(_ levels: [Level], between lower: Double, and upper: Double) {
    let way = levels.filter { $0.decibels > lower + 1 && $0.decibels < upper - 1 }
    let times = way.map { $0.time / .milliseconds(1) }
    let count = Double(max(1, way.count))
    let meanTime = times.reduce(0, +) / count
    let meanLevel = way.map(\.decibels).reduce(0, +) / count
    var above = 0.0
    var below = 0.0
    for (time, level) in zip(times, way) {
      above += (time - meanTime) * (level.decibels - meanLevel)
      below += (time - meanTime) * (time - meanTime)
    }
    let slope = below == 0 ? 0 : above / below
    length = slope == 0 ? .zero : .milliseconds((upper - lower) / abs(slope))
    deviation =
      zip(times, way).map { abs(meanLevel + slope * ($0 - meanTime) - $1.decibels) }
      .max() ?? .infinity
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
    let start = Moment.now
    try prompt.activate()
    // Half of the way.
    let turn = try stage.recording.hear(Pitch.music, in: -20 ... -19, from: start)
    try prompt.deactivate()
    try stage.hearMusic(SoundStage.full, within: 0.1, from: turn)
    let levels = try stage.recording.levels(of: Pitch.music, start..<Moment.now).map(\.decibels)
    let lowest = levels.min() ?? Level.silence
    let jump = zip(levels, levels.dropFirst(2)).map { abs($0 - $1) }.max() ?? 0
    print("cancelled at -19 dB: lowest \(lowest) dB, greatest step of 10 ms \(jump) dB")
    #expect(lowest > SoundStage.ducked + 2)
    #expect(jump < 2)
    withExtendedLifetime(music) {}
  }
}
