import Testing

@testable import AudioSessionArbitration

/// Sets of sessions are told apart without lists.
struct TallyTests {
  private func tally(_ numbers: [UInt64]) -> Tally {
    var tally = Tally()
    for number in numbers { tally.add(SessionID(number)) }
    return tally
  }

  @Test func `different pairs of small numbers differ`() {
    // With a weaker mark, these had the same sum.
    for (one, other): ([UInt64], [UInt64]) in [
      ([75, 1176], [202, 1049]), ([605, 1430], [837, 1198]), ([795, 1351], [991, 1155]),
      ([156, 2018], [785, 1389]),
    ] { #expect(tally(one) != tally(other)) }
    var seen: Set<UInt64> = []
    for one in UInt64(1)...400 {
      for other in (one + 1)...401 {
        var pair = Tally()
        pair.add(SessionID(one))
        pair.add(SessionID(other))
        #expect(seen.insert(pair.fingerprint).inserted, "\(one) and \(other)")
      }
    }
  }

  @Test func `the order doesn't matter, and who leaves is forgotten`() {
    var one = tally([3, 1, 2])
    #expect(one == tally([1, 2, 3]))
    one.remove(SessionID(2))
    #expect(one == tally([1, 3]) && one.count == 2)
  }
}

extension Tally {
  /// The checksum, for looking it up.
  fileprivate var fingerprint: UInt64 {
    withUnsafeBytes(of: self) { $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self) }
  }
}
