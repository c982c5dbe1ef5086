import AudioSessionArbitration
import TestSupport
import Testing

/// The earliest deadline is always known, whatever the order of changes.
struct DeadlinesTests {
  private typealias Deadline = Deadlines.Deadline

  @Test func `the earliest is that of a list`() {
    var generator = SplitMix64(seed: seed())
    // Few moments coincide often; then the session's number decides, and the kind.
    for (sessions, moments) in [(3, 2), (50, 5), (300, 10_000)] as [(Int, UInt64)] {
      var deadlines = Deadlines()
      var list: [Int: Deadline] = [:]
      for _ in 0..<3000 {
        let key = Int.random(in: 0..<2 * sessions, using: &generator)
        let moment = UInt64.random(in: 0..<moments, using: &generator)
        let deadline =
          Bool.random(using: &generator)
          ? Deadline(
            at: Instant(nanoseconds: Int64(moment)),
            id: SessionID(UInt64(key / 2) + 1),
            isLease: !key.isMultiple(of: 2)
          ) : nil
        deadlines.set(deadline, for: key)
        list[key] = deadline
        #expect(deadlines.earliest == list.values.min())
      }
      while let earliest = list.min(by: { $0.value < $1.value }) {
        #expect(deadlines.earliest == earliest.value)
        deadlines.set(nil, for: earliest.key)
        list[earliest.key] = nil
      }
      #expect(deadlines.earliest == nil)
    }
  }

  @Test func `at one moment the lower session comes first, and its offer before its lease`() {
    var deadlines = Deadlines()
    let moment = Instant(nanoseconds: 5)
    let ordered = [
      Deadline(at: moment, id: SessionID(1), isLease: false),
      Deadline(at: moment, id: SessionID(1), isLease: true),
      Deadline(at: moment, id: SessionID(2), isLease: false),
    ]
    for (key, deadline) in ordered.enumerated().reversed() { deadlines.set(deadline, for: key) }
    for (key, deadline) in ordered.enumerated() {
      #expect(deadlines.earliest == deadline)
      deadlines.set(nil, for: key)
    }
    #expect(deadlines.earliest == nil)
  }
}
