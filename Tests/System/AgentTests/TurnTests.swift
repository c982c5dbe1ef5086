import Testing

@testable import audiosession_agent

/// A turn of the loop ends however much there is to do.
struct TurnTests {
  @Test func `a busy loop: sleeps within a tenth of a second, and goes on at once`() {
    var turn = Turn(at: .seconds(7))
    #expect(turn.hasTime(at: .seconds(7)))
    let end = Duration.seconds(7) + .milliseconds(100)
    #expect(!turn.hasTime(at: end))
    turn.leave(true, at: end)
    #expect(turn.nextTime.map { $0 > end && $0 <= end + .milliseconds(1) } == true)
    turn.leave(false, at: end)
    #expect(turn.nextTime == nil)
  }
}
