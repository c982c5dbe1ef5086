import AudioSessionArbitration
import Testing

@testable import AudioSessionServer

/// What a user takes up, and that nothing is left when all is gone.
struct QuotasTests {
  @Test func `connections and bytes of users: counted, and nothing is left when all are gone`() {
    let (first, second) = (UserID(1000), UserID(1001))
    var quotas = Quotas()
    quotas.connectionOpened(by: first)
    quotas.connectionOpened(by: second)
    quotas.bytesChanged(of: first, buffered: 70, held: 700)
    quotas.bytesChanged(of: first, buffered: -20, held: -300)
    quotas.bytesChanged(of: second, buffered: 1, held: 401)
    let usage = Quotas.Usage(connections: 1, bufferedBytes: 50, heldBytes: 400)
    #expect(quotas[first] == usage)
    #expect(quotas[second] == Quotas.Usage(connections: 1, bufferedBytes: 1, heldBytes: 401))
    #expect(quotas.largestHolder?.user == second)
    let total = Quotas.Usage(connections: 2, bufferedBytes: 51, heldBytes: 801)
    #expect(quotas.total == total)

    quotas.bytesChanged(of: first, buffered: -50, held: -400)
    quotas.bytesChanged(of: second, buffered: -1, held: -401)
    quotas.connectionEnded(of: first)
    quotas.connectionEnded(of: second)
    #expect(quotas[first] == Quotas.Usage())
    #expect(quotas.total == Quotas.Usage())
  }

  @Test func `a session counts towards its user until it ends`() {
    let user = UserID(1000)
    var quotas = SessionQuotas()
    for _ in 0..<2 { quotas.opened(by: user) }
    #expect(quotas[user] == 2)
    for _ in 0..<2 { quotas.ended(of: user) }
    #expect(quotas[user] == 0)
  }

  @Test func `a user who comes back at once has the same share, one who comes late a new one`() {
    var quotas = Quotas()
    let share = quotas.share(of: UserID(1))
    share.recentTime.add(5_000_000, at: 0)
    for number in 2...200 as ClosedRange<UInt32> { _ = quotas.share(of: UserID(number)) }
    quotas.sweep(at: 1_000_000_000)
    #expect(quotas.share(of: UserID(1)) === share)
    for number in 2...200 as ClosedRange<UInt32> { _ = quotas.share(of: UserID(number)) }
    quotas.sweep(at: 60_000_000_000)
    #expect(quotas.share(of: UserID(1)) !== share)
  }

  @Test func `a user who holds something is never forgotten`() {
    var quotas = Quotas()
    quotas.connectionOpened(by: UserID(1))
    for number in 2...200 as ClosedRange<UInt32> { _ = quotas.share(of: UserID(number)) }
    quotas.sweep(at: 60_000_000_000)
    #expect(quotas[UserID(1)].connections == 1)
  }
}
