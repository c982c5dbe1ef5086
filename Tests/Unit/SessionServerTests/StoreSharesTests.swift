import AudioSessionArbitration
import Testing

@testable import AudioSessionServer

/// Who gets a place in the manager's store, and when.
struct StoreSharesTests {
  private let first = UserID(1000)
  private let second = UserID(1001)

  private func moment(_ milliseconds: Int64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  /// How many of a thousand connections of a user get a place at a time, in milliseconds.
  private func granted(
    by shares: inout StoreShares,
    to user: UserID,
    isPrivileged: Bool = false,
    at time: Int64
  ) -> Int {
    (0..<1000).count { _ in
      shares.mayStore(user, isPrivileged: isPrivileged, at: moment(time))
    }
  }

  @Test func `a user has some places at once, and more with time`() {
    var shares = StoreShares()
    #expect(granted(by: &shares, to: first, at: 0) == 64)
    #expect(granted(by: &shares, to: first, at: 99) == 0)
    #expect(granted(by: &shares, to: first, at: 100) == 1)
    #expect(granted(by: &shares, to: first, at: 1000) == 9)
    #expect(granted(by: &shares, to: second, at: 1000) == 64)
    #expect(granted(by: &shares, to: first, at: 3_600_000) == 64)
  }

  @Test func `all users together have a limit as well`() {
    var shares = StoreShares()
    var places = 0
    for number in 1...100 as ClosedRange<UInt32> {
      places += granted(by: &shares, to: UserID(number), at: 0)
    }
    #expect(places == StoreShares.burst)
  }

  @Test func `root and holders of admin have more, beside all others, but not without end`() {
    var shares = StoreShares()
    for number in 1...100 as ClosedRange<UInt32> {
      _ = granted(by: &shares, to: UserID(number), at: 0)
    }
    let burst = StoreShares.burst
    #expect(granted(by: &shares, to: .root, isPrivileged: true, at: 0) == burst)
    #expect(granted(by: &shares, to: first, isPrivileged: true, at: 0) == 0)
    #expect(granted(by: &shares, to: first, isPrivileged: true, at: 100) == 10)
    #expect(granted(by: &shares, to: second, at: 100) == 10)
  }

  @Test func `the user who has most yields the latest, to whoever has less`() {
    let two = [(id: ConnectionID(2), user: first), (id: ConnectionID(1), user: first)]
    let three = two + [(id: ConnectionID(4), user: second)]
    #expect(StoreShares.yielding(to: second, among: three) == nil)
    #expect(StoreShares.yielding(to: UserID(7), among: three) == ConnectionID(2))
    let four = three + [(id: ConnectionID(3), user: first)]
    #expect(StoreShares.yielding(to: second, among: four) == ConnectionID(3))
    #expect(StoreShares.yielding(to: first, among: four) == nil)
    #expect(StoreShares.yielding(to: UserID(7), among: []) == nil)
  }

  @Test func `connections that wait for a place: asked in their order`() {
    var shares = StoreShares()
    for number in 1...3 as ClosedRange<UInt64> { shares.await(ConnectionID(number)) }
    #expect(shares.takeWaiting() == [ConnectionID(1), ConnectionID(2), ConnectionID(3)])
    #expect(shares.waiting.isEmpty)
  }
}
