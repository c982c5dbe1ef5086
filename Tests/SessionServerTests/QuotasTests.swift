import Arbitration
import Testing

@testable import SessionServer

/// What a user takes up, and that nothing is left when all is gone.
struct QuotasTests {
  @Test func `what comes and goes leaves nothing behind`() {
    let (first, second) = (UserID(1000), UserID(1001))
    var quotas = Quotas()
    quotas.connectionOpened(by: first)
    quotas.connectionOpened(by: second)
    quotas.sessionOpened(by: first)
    quotas.bufferedBytesChanged(of: first, by: 70)
    quotas.bufferedBytesChanged(of: first, by: -20)
    #expect(quotas[first] == Quotas.Usage(connections: 1, sessions: 1, bufferedBytes: 50))
    #expect(quotas[second] == Quotas.Usage(connections: 1))
    #expect(quotas.connections == 2)

    quotas.bufferedBytesChanged(of: first, by: -50)
    quotas.sessionEnded(of: first)
    quotas.connectionEnded(of: first)
    quotas.connectionEnded(of: second)
    #expect(quotas[first] == Quotas.Usage())
    #expect(quotas.connections == 0)
  }
}
