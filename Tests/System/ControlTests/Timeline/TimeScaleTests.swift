import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// From times to places on the axis.
struct TimeScaleTests {
  private static let second: Int64 = 1_000_000
  private static let day: Int64 = 1_795_219_200_000_000

  private func scale(_ seconds: [Double], width: Double = 1000) -> TimeScale {
    let moments = seconds.map { Self.day + Int64($0 * 1_000_000) }
    let (begin, end) = (moments.min() ?? 0, moments.max() ?? 0)
    return TimeScale(from: begin, to: end, moments: moments, left: 10, width: width)
  }

  @Test func `time passes evenly where things happen`() {
    let scale = scale([0, 1, 3, 6, 10])
    #expect(scale.pieces.map { [$0.left, $0.right] } == [[10, 1010]])
    let places = [0, 1, 2.5, 10, 11].map { scale.place(of: Self.day + Int64($0 * 1_000_000)) }
    #expect(places == [10, 110, 260, 1010, 1010])
  }

  @Test func `long stretches without events are cut, and their length is told`() {
    let seconds = [0, 1, 2, 3, 4, 3604, 3605, 3606, 10_000]
    let pieces = scale(seconds.map(Double.init)).pieces
    #expect(pieces.map(\.isCut) == [false, true, false, true])
    #expect(pieces.filter(\.isCut).map { $0.right - $0.left } == [64, 64])
    #expect(pieces.filter(\.isCut).map { ($0.end - $0.begin) / Self.second } == [3600, 6394])
    #expect(pieces.last.map { $0.right.rounded() } == 1010)
  }

  @Test func `one moment, and none, have a place`() {
    #expect(scale([5]).place(of: Self.day) == 10)
    #expect(scale([]).ticks(.utc(at: 0)).count <= 2)
  }

  @Test func `ticks are round times of the user's zone, at a distance`() {
    let india = Clock(now: Self.day, offset: { _ in 19_800 })
    #expect(
      scale([0, 7200]).ticks(india).map { "\($0.text) \(Int($0.place.rounded()))" } == [
        "05:30 10", "05:45 135", "06:00 260", "06:15 385", "06:30 510", "06:45 635", "07:00 760",
        "07:15 885",
      ]
    )
    #expect(
      scale([0.25, 1]).ticks(.utc(at: 0)).map(\.text) == [
        "00:00:00.300", "00:00:00.400", "00:00:00.500", "00:00:00.600", "00:00:00.700",
        "00:00:00.800", "00:00:00.900",
      ]
    )
    let night = scale([-7200, 7200]).ticks(.utc(at: 0)).map(\.text)
    #expect(
      night == ["22:00", "22:30", "23:00", "23:30", "11-21 00:00", "00:30", "01:00", "01:30"]
    )
  }

  @Test func `R55: whatever the times, places keep their order and ticks their distance`() {
    let seed = seed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...60, using: &random)
      var time = 0.0
      let times = (0..<count).map { _ -> Double in
        time += [0.0001, 0.5, 20, 4000, 90_000].randomElement(using: &random) ?? 1
        return time
      }
      let scale = scale(times)
      let places = times.map { scale.place(of: Self.day + Int64($0 * 1_000_000)) }
      #expect(places == places.sorted(), "seed=\(seed)")
      #expect(places.allSatisfy { $0 >= 10 && $0 <= 1010.001 }, "seed=\(seed)")
      let ticks = scale.ticks(.utc(at: 0))
      for (one, next) in zip(ticks, ticks.dropFirst()) {
        #expect(next.place - one.place >= Double(one.text.count) * 6.6, "seed=\(seed)")
      }
      #expect(scale.pieces.count(where: \.isCut) <= 12, "seed=\(seed)")
    }
  }
}
