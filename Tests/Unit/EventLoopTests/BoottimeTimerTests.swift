import AudioSessionEventLoop
import AudioSessionSystem
import Testing

@Suite struct BoottimeTimerTests {
  let expired = [Poller.Event(token: 1, readiness: .readable)]

  @Test(arguments: [Int64.min, -1, 0, 1]) func `a timer armed for a past time: expires at once`(
    time: Int64
  ) throws {
    let poller = try Poller()
    var timer = try BoottimeTimer()
    try poller.register(timer.number, for: .reading, token: 1)
    try timer.arm(at: time)
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(try taken(&timer) == [true, false])
    #expect(try poller.events() == [])
  }

  @Test func `a timer armed for a future time: expires at that time and not before`() throws {
    let poller = try Poller()
    var timer = try BoottimeTimer()
    try poller.register(timer.number, for: .reading, token: 1)
    let time = SystemClock.boottime + 20_000_000
    try timer.arm(at: time)
    #expect(try taken(&timer) == [false, false])
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(SystemClock.boottime >= time)
    #expect(try taken(&timer) == [true, false])
  }

  @Test func `the last word counts, and none is idle`() throws {
    let poller = try Poller()
    var timer = try BoottimeTimer()
    try poller.register(timer.number, for: .reading, token: 1)
    try timer.arm(at: 1)
    try timer.arm(at: nil)
    #expect(try poller.events() == [])
    try timer.arm(at: .max)
    #expect(try poller.events() == [])
    try timer.arm(at: 1)
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(try taken(&timer) == [true, false])
    // The same again after it has come is a new one.
    try timer.arm(at: 1)
    #expect(try poller.events(within: .seconds(60)) == expired)
  }

  /// What two questions in a row are answered.
  private func taken(_ timer: inout BoottimeTimer) throws -> [Bool] {
    [try timer.takeExpiry(), try timer.takeExpiry()]
  }
}
