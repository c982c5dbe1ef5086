import AudioSessionSystem
import EventLoop
import Testing

@Suite struct DeadlineTests {
  let expired = [Poller.Event(token: 1, readiness: .readable)]

  @Test(arguments: [Int64.min, -1, 0, 1]) func `what is past has come`(time: Int64) throws {
    let poller = try Poller()
    var deadline = try Deadline()
    try poller.register(deadline.number, for: .reading, token: 1)
    try deadline.arm(at: time)
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(try taken(&deadline) == [true, false])
    #expect(try poller.events() == [])
  }

  @Test func `it comes at its time and not before`() throws {
    let poller = try Poller()
    var deadline = try Deadline()
    try poller.register(deadline.number, for: .reading, token: 1)
    let time = SystemClock.boottime + 20_000_000
    try deadline.arm(at: time)
    #expect(try taken(&deadline) == [false, false])
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(SystemClock.boottime >= time)
    #expect(try taken(&deadline) == [true, false])
  }

  @Test func `the last word counts, and none is idle`() throws {
    let poller = try Poller()
    var deadline = try Deadline()
    try poller.register(deadline.number, for: .reading, token: 1)
    try deadline.arm(at: 1)
    try deadline.arm(at: nil)
    #expect(try poller.events() == [])
    try deadline.arm(at: .max)
    #expect(try poller.events() == [])
    try deadline.arm(at: 1)
    #expect(try poller.events(within: .seconds(60)) == expired)
    #expect(try taken(&deadline) == [true, false])
    // The same again after it has come is a new one.
    try deadline.arm(at: 1)
    #expect(try poller.events(within: .seconds(60)) == expired)
  }

  /// What two questions in a row are answered.
  private func taken(_ deadline: inout Deadline) throws -> [Bool] {
    [try deadline.takeExpiry(), try deadline.takeExpiry()]
  }
}
