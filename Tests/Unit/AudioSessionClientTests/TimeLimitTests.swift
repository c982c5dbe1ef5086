import AudioSessionSystem
import Testing

@testable import AudioSessionClient

/// How long is waited, in the units of the clock and of poll(2).
struct TimeLimitTests {
  @Test func `a duration is whole nanoseconds, within a century`() {
    let century: Int64 = 3_155_760_000_000_000_000
    let rows: [(duration: Duration, nanoseconds: Int64)] = [
      (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(20), 20_000_000),
      (.milliseconds(1500), 1_500_000_000), (.seconds(-5), 0), (.milliseconds(-1500), 0),
      (.nanoseconds(-1), 0), (.seconds(3_155_760_000), century), (.seconds(Int64.max), century),
    ]
    for row in rows { #expect(row.duration.nanoseconds == row.nanoseconds, "\(row.duration)") }
  }

  @Test func `a limit is over when its time has passed, and poll waits for the rest`() {
    let rows: [(duration: Duration, milliseconds: ClosedRange<CInt>)] = [
      // The lower end allows for an hour in which the test doesn't run.
      (.seconds(7200), 3_600_000...7_200_000), (.seconds(Int64.max), CInt.max...CInt.max),
      (.seconds(-1), 0...0), (.milliseconds(-1), 0...0), (.zero, 0...0),
    ]
    for row in rows {
      let limit = TimeLimit(row.duration)
      #expect(row.milliseconds.contains(limit.milliseconds), "\(row.duration)")
      #expect(limit.isOver == (row.duration <= .zero), "\(row.duration)")
    }
    #expect(TimeLimit(nil).milliseconds == -1 && !TimeLimit(nil).isOver)
  }
}
