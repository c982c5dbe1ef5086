import AudioSessionArbitration
import TestSupport
import Testing

@testable import AudioSessionServer

/// Connections are found by their numbers, whichever others come and go.
struct ConnectionTableTests {
  @Test func `a number finds its connection, and nothing once that is gone`() throws {
    var generator = SplitMix64(seed: seed())
    let share = UserShare(UserID(1))
    var table = ConnectionTable()
    var known: [UInt64: Connection] = [:]
    for number in 1...2000 as ClosedRange<UInt64> {
      let connection = try RunQueueTests.connection(of: share, number)
      table.add(connection)
      known[number] = connection
      // Few live long, so that numbers far apart share a place.
      while known.count > Int.random(in: 1...40, using: &generator) {
        guard let gone = known.keys.randomElement(using: &generator) else { break }
        known[gone] = nil
        table.remove(ConnectionID(gone))
        #expect(table[ConnectionID(gone)] == nil)
      }
      for (number, connection) in known { #expect(table[ConnectionID(number)] === connection) }
      #expect(Set(table.all.map(\.id.number)) == Set(known.keys))
    }
  }

  @Test func `a late event of a closed connection isn't its successor's`() throws {
    let share = UserShare(UserID(1))
    var table = ConnectionTable()
    table.add(try RunQueueTests.connection(of: share, 1))
    table.remove(ConnectionID(1))
    let successor = try RunQueueTests.connection(of: share, 17)
    table.add(successor)
    #expect(table[ConnectionID(1)] == nil)
    table.remove(ConnectionID(1))
    #expect(table[ConnectionID(17)] === successor)
  }
}
