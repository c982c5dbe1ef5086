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

  @Test func `a user has some places at once, and more with time`() {
    var shares = StoreShares()
    func granted(_ user: UserID, at time: Int64) -> Int {
      (0..<1000).filter { _ in shares.mayStore(user, at: moment(time)) }.count
    }
    #expect(granted(first, at: 0) == 64)
    #expect(granted(first, at: 99) == 0)
    #expect(granted(first, at: 100) == 1)
    #expect(granted(first, at: 1000) == 9)
    #expect(granted(second, at: 1000) == 64)
    #expect(granted(first, at: 3_600_000) == 64)
  }

  @Test func `all users together have a limit as well`() {
    var shares = StoreShares()
    let users = (1...100 as ClosedRange<UInt32>).map { UserID($0) }
    let granted = users.map { user in
      (0..<64).filter { _ in shares.mayStore(user, at: moment(0)) }.count
    }
    #expect(granted.reduce(0, +) == StoreShares.burst)
  }

  @Test func `the user who has most yields the latest, to whoever has less`() {
    var shares = StoreShares()
    for number in 1...3 as ClosedRange<UInt64> { shares.add(ConnectionID(number), of: first) }
    shares.add(ConnectionID(4), of: second)
    #expect(shares.yielding(to: second) == ConnectionID(3))
    #expect(shares.yielding(to: first) == nil)
    #expect(shares.yielding(to: UserID(7)) == ConnectionID(3))
    shares.remove(ConnectionID(3), of: first)
    #expect(shares.yielding(to: second) == nil)
    #expect(shares.yielding(to: UserID(7)) == ConnectionID(2))
  }

  @Test func `who waits is asked in turn`() {
    var shares = StoreShares()
    for number in 1...3 as ClosedRange<UInt64> { shares.await(ConnectionID(number)) }
    #expect(shares.takeWaiting() == [ConnectionID(1), ConnectionID(2), ConnectionID(3)])
    #expect(shares.waiting.isEmpty)
  }
}
