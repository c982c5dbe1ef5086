import CoreMedia
import Testing

/// Times are fractions, and what isn't a number follows Apple's tables.
struct CMTimeTests {
  private static let kinds: [(name: String, time: CMTime)] = [
    ("-inf", .negativeInfinity), ("1", CMTime(value: 600, timescale: 600)),
    ("inf", .positiveInfinity), ("indefinite", .indefinite), ("invalid", .invalid),
  ]

  /// A time as words: value/timescale, `~` if it was rounded.
  private static func words(_ time: CMTime) -> String {
    if !time.isValid { return "invalid" }
    if time.isIndefinite { return "indefinite" }
    if time.isPositiveInfinity { return "inf" }
    if time.isNegativeInfinity { return "-inf" }
    return "\(time.value)/\(time.timescale)" + (time.hasBeenRounded ? "~" : "")
  }

  @Test(arguments: [
    (0.5, 600, "300/600"), (1.0 / 7, 600, "86/600~"), (1.5, 1, "2/1~"), (-1.5, 1, "-2/1~"),
    (0, 1, "0/1"), (1, 0, "invalid"), (1, -5, "invalid"), (.nan, 600, "invalid"),
    (.infinity, 600, "inf"), (-.infinity, 600, "-inf"), (1e30, 600, "inf"), (-1e30, 600, "-inf"),
    // 2^53 · 600 needs 63 bits, and 2^55 · 600 more: the timescale is halved until it fits.
    (0x1p53, 600, "5404319552844595200/600"), (0x1p55, 600, "5404319552844595200/150"),
  ])
  func `from seconds`(seconds: Double, scale: Int32, expected: String) {
    let time = CMTimeMakeWithSeconds(seconds, preferredTimescale: scale)
    #expect(Self.words(time) == expected)
    #expect(time == CMTime(seconds: seconds, preferredTimescale: scale))
  }

  @Test func `to seconds`() {
    #expect(CMTimeGetSeconds(CMTimeMake(value: 900, timescale: 600)) == 1.5)
    #expect(CMTime.zero.seconds == 0)
    #expect(CMTime.positiveInfinity.seconds == .infinity)
    #expect(CMTime.negativeInfinity.seconds == -.infinity)
    #expect(CMTime.indefinite.seconds.isNaN && CMTime.invalid.seconds.isNaN)
  }

  @Test func `kinds: what each is, and in which order they are`() {
    for (place, one) in Self.kinds.enumerated() {
      #expect(one.time.isValid == (one.name != "invalid"))
      #expect(one.time.isNumeric == (one.name == "1"))
      #expect(one.time.isIndefinite == (one.name == "indefinite"))
      #expect(CMTIME_IS_INVALID(one.time) == !CMTIME_IS_VALID(one.time))
      for (other, second) in Self.kinds.enumerated() {
        let order: Int32 = place < other ? -1 : place > other ? 1 : 0
        #expect(CMTimeCompare(one.time, second.time) == order, "\(one.name), \(second.name)")
        #expect((one.time < second.time) == (place < other))
        #expect((one.time == second.time) == (place == other))
      }
    }
  }

  @Test func `sums and differences of kinds`() {
    // Rows and columns are in the order of `kinds`.
    let sums = [
      "-inf -inf invalid indefinite invalid", "-inf 1200/600 inf indefinite invalid",
      "invalid inf inf indefinite invalid", "indefinite indefinite indefinite indefinite invalid",
      "invalid invalid invalid invalid invalid",
    ]
    let differences = [
      "invalid -inf -inf indefinite invalid", "inf 0/600 -inf indefinite invalid",
      "inf inf invalid indefinite invalid", "indefinite indefinite indefinite indefinite invalid",
      "invalid invalid invalid invalid invalid",
    ]
    for (one, rows) in zip(Self.kinds, zip(sums, differences)) {
      let sums = Self.kinds.map { Self.words(CMTimeAdd(one.time, $0.time)) }
      #expect(sums.joined(separator: " ") == rows.0, "\(one.name)")
      let differences = Self.kinds.map { Self.words(CMTimeSubtract(one.time, $0.time)) }
      #expect(differences.joined(separator: " ") == rows.1, "\(one.name)")
    }
  }

  @Test func `numbers: exact in the least common timescale, rounded where there is none`() {
    let third = CMTime(value: 1, timescale: 3)
    let half = CMTime(value: 1, timescale: 2)
    #expect(Self.words(third + half) == "5/6")
    #expect(Self.words(half - third) == "1/6")
    #expect(Self.words(third + third) == "2/3")
    let primes = (CMTime(value: 1, timescale: 65_537), CMTime(value: 1, timescale: 65_539))
    let sum = primes.0 + primes.1
    #expect(sum.timescale == .max && sum.hasBeenRounded)
    #expect(abs(sum.seconds - 1.0 / 65_537 - 1.0 / 65_539) < 1e-9)
    let most = CMTime(value: .max, timescale: 1)
    #expect(Self.words(most + most) == "inf" && Self.words(CMTime.zero - most - most) == "-inf")
  }

  @Test func `products`() {
    let time = CMTime(value: 3, timescale: 600)
    #expect(Self.words(CMTimeMultiply(time, multiplier: 2)) == "6/600")
    #expect(Self.words(CMTimeMultiplyByFloat64(time, multiplier: 0.5)) == "2/600~")
    #expect(Self.words(CMTimeMultiplyByFloat64(time, multiplier: -2.0)) == "-6/600")
    #expect(Self.words(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 3)) == "1/600")
    #expect(Self.words(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 2)) == "2/600~")
    #expect(Self.words(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 0)) == "invalid")
    #expect(Self.words(CMTimeMultiply(.positiveInfinity, multiplier: -1)) == "-inf")
    #expect(Self.words(CMTimeMultiply(.indefinite, multiplier: 7)) == "indefinite")
    #expect(Self.words(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 600))) == "3/600")
    #expect(CMTimeMaximum(time, .zero) == time && CMTimeMinimum(time, .zero) == .zero)
  }

  @Test func `equal fractions are equal, and one element of a set`() {
    let halves = [(1, 2), (300, 600), (22_050, 44_100)].map { CMTime(value: $0, timescale: $1) }
    #expect(Set(halves).count == 1)
    var later = halves[0]
    later.epoch = 1
    #expect(later != halves[0] && later > CMTime(value: 100, timescale: 1))
    #expect(Set([CMTime.invalid, CMTime(value: 5, timescale: 0, flags: [], epoch: 0)]).count == 1)
  }

  @Test func `rounding: each method, up and down, on both sides of zero`() {
    // 2.5, 2.25 and -2.5, -2.25 units of a second.
    let times = [(5, 2), (9, 4), (-5, 2), (-9, 4)].map {
      CMTime(value: CMTimeValue($0), timescale: $1)
    }
    let rows: [CMTimeRoundingMethod: [Int64]] = [
      .roundHalfAwayFromZero: [3, 2, -3, -2], .roundTowardZero: [2, 2, -2, -2],
      .roundAwayFromZero: [3, 3, -3, -3], .quickTime: [2, 2, -2, -2],
      .roundTowardPositiveInfinity: [3, 3, -2, -2], .roundTowardNegativeInfinity: [2, 2, -3, -3],
    ]
    #expect(rows.count == CMTimeRoundingMethod.allCases.count)
    for (method, values) in rows {
      let rounded = times.map { $0.convertScale(1, method: method) }
      #expect(rounded.map(\.value) == values, "\(method)")
      #expect(rounded.filter(\.hasBeenRounded).count == rounded.count)
    }
    #expect(
      Self.words(CMTime(value: -1, timescale: 600).convertScale(1, method: .quickTime)) == "-1/1~"
    )
    #expect(Self.words(CMTime.zero.convertScale(600, method: .default)) == "0/600")
    #expect(CMTime.indefinite.convertScale(600, method: .default) == .indefinite)
  }

  @Test func `raw values are Apple's`() {
    #expect(CMTimeFlags.valid.rawValue == 1 && CMTimeFlags.hasBeenRounded.rawValue == 2)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 4 | 8 | 16)
    #expect(CMTimeRoundingMethod.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(CMTimeRoundingMethod.default.rawValue == 1)
  }
}
