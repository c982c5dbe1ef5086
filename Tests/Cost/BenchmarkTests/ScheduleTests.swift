import CBenchmarkFigures
import Testing

/// Requests at a fixed rate are due whether or not those before them have been answered.
struct ScheduleTests {
  @Test func `requests are due at equal distances`() {
    var schedule = schedule(start: 1_000_000_000, per_second: 4)
    let due = (0..<6).map { schedule_due(&schedule, $0) }
    #expect(due.map { $0 / 1_000_000 } == [1000, 1250, 1500, 1750, 2000, 2250])
  }

  @Test(arguments: [1, 3, 7, 64_000, 333_333, 1_000_000_000])
  func `a request is due when it is counted, and not before`(rate: UInt64) {
    var schedule = schedule(start: 123_456_789, per_second: rate)
    for number in [0, 1, 2, rate - 1, rate, rate + 1, 1000 * rate + 5] {
      let due = schedule_due(&schedule, number)
      #expect(schedule_count(&schedule, due) >= number + 1)
      #expect(schedule_count(&schedule, due - 1) <= number)
    }
  }

  @Test func `a schedule: no request is due before its start, and none is missing after an hour`() {
    var schedule = schedule(start: 5_000_000_000, per_second: 300_000)
    #expect(schedule_count(&schedule, 4_999_999_999) == 0)
    #expect(schedule_count(&schedule, 5_000_000_000) == 1)
    #expect(schedule_count(&schedule, 3_605_000_000_000) == 3600 * 300_000 + 1)
  }

  /// A server that stops for a second at 1,000 requests a second keeps a thousand of them waiting: if
  /// the next request waited for the last reply, only one would be seen to wait.
  @Test func `a pause of the server is in the time of each request that fell into it`() {
    var schedule = schedule(start: 0, per_second: 1000)
    let resumed: UInt64 = 2_000_000_000
    let waits = (1000..<2000).map { resumed - schedule_due(&schedule, $0) }
    #expect(schedule_count(&schedule, resumed - 1) == 2000)
    #expect(waits.first == 1_000_000_000)
    #expect(waits.last == 1_000_000)
    #expect(waits.count { $0 >= 500_000_000 } == 501)
  }
}
