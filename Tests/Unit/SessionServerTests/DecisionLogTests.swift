import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R55: what the ring keeps, and what it gives back.
struct DecisionLogTests {
  /// A decision that a user asked for, or nobody, and so many changes of an owner's session.
  private static func decision(
    _ seq: UInt64,
    of user: UInt32? = nil,
    changes: Int = 0,
    of owner: UInt32 = 1000
  ) -> LoggedDecision {
    let change = SessionObject(session: 1, uid: owner, kind: "exclusive")
    return LoggedDecision(
      seq: seq,
      realtime: 0,
      rules: RuleSet(),
      cells: CellSet(),
      changes: Array(repeating: change, count: changes),
      cause: DecisionCause(
        .event(.policyReloaded),
        peer: user.map { .fixture(uid: $0) }
      )
    )
  }

  private static func log(_ count: UInt64) -> DecisionLog {
    var log = DecisionLog()
    for seq in 1...count { log.append(decision(seq)) }
    return log
  }

  private struct Case {
    let count: UInt64
    var since: UInt64?
    var before: UInt64?
    let limit: Int
    let seqs: [UInt64]
    let more: Bool
  }

  private static let cases = [
    Case(count: 3, limit: 100, seqs: [1, 2, 3], more: false),
    Case(count: 5, limit: 2, seqs: [4, 5], more: true),
    Case(count: 5, since: 2, limit: 100, seqs: [3, 4, 5], more: false),
    Case(count: 5, before: 4, limit: 2, seqs: [2, 3], more: true),
    Case(count: 5, since: 1, before: 4, limit: 2, seqs: [2, 3], more: false),
    Case(count: 1030, since: 1028, limit: 100, seqs: [1029, 1030], more: false),
    Case(count: 1030, before: 9, limit: 100, seqs: [7, 8], more: false),
  ]

  @Test(arguments: cases.indices)
  func `R55: the latest decisions, between two numbers`(_ index: Int) {
    let row = DecisionLogTests.cases[index]
    let matching = DecisionLogTests.log(row.count).latestFirst(since: row.since, before: row.before)
    #expect(matching.prefix(row.limit).reversed().map(\.seq) == row.seqs)
    #expect((matching.count > row.limit) == row.more)
  }

  @Test func `R55: one decision can't make the log large`() {
    var log = DecisionLog()
    log.append(DecisionLogTests.decision(1, changes: 70))
    log.append(DecisionLogTests.decision(2, changes: 3))
    let kept = log.latestFirst(since: nil, before: nil)
    #expect(kept.map(\.changes.count) == [3, 64])
    #expect(kept.map(\.changesLeftOut) == [0, 6])
  }

  @Test func `R55: many large decisions lose their changes, the earliest first`() {
    var log = DecisionLog()
    for seq in 1...600 as ClosedRange<UInt64> {
      log.append(DecisionLogTests.decision(seq, changes: 64))
    }
    let kept = log.latestFirst(since: nil, before: nil)
    #expect(kept.count == 600)
    #expect(kept.map(\.changes.count).reduce(0, +) <= DecisionLog.changeBudget)
    #expect(kept.allSatisfy { $0.changes.count + Int($0.changesLeftOut) == 64 })
    let whole = kept.prefix { $0.changes.count == 64 }.count
    #expect(whole >= DecisionLog.changeBudget / 64 * 7 / 8)
    #expect(kept.dropFirst(whole).allSatisfy { $0.changes.isEmpty })
  }

  @Test func `R55: nobody washes out what others did, nor what he did to others`() {
    var log = DecisionLog()
    var seq: UInt64 = 0
    func decide(by user: UInt32, on other: UInt32? = nil) {
      seq += 1
      let changes = other == nil ? 0 : 1
      log.append(DecisionLogTests.decision(seq, of: user, changes: changes, of: other ?? 0))
    }
    for _ in 0..<10 { decide(by: 1) }
    for _ in 0..<10 { decide(by: 2, on: 1) }
    for _ in 0..<10 { decide(by: 2, on: 2) }
    for _ in 0..<5000 { decide(by: 2) }
    let kept = log.latestFirst(since: nil, before: nil)
    #expect(kept.count == DecisionLog.capacity)
    #expect(kept.suffix(20).map(\.seq) == (1...20).reversed())
    #expect(kept.dropLast(20).map(\.seq) == (4027...5030).reversed())
  }

  @Test func `R55: users share the log evenly, and a single one has all of it`() throws {
    var log = DecisionLog()
    var seq: UInt64 = 0
    func decide(_ count: Int, by user: UInt32) {
      for _ in 0..<count {
        seq += 1
        log.append(DecisionLogTests.decision(seq, of: user))
      }
    }
    func counts() -> [UInt32: Int] {
      log.latestFirst(since: nil, before: nil).reduce(into: [:]) {
        $0[$1.cause.peer?.user.number ?? 0, default: 0] += 1
      }
    }
    decide(3000, by: 1)
    #expect(counts() == [1: 1024])
    decide(3000, by: 2)
    // The latest decision comes on top.
    #expect(counts() == [1: 511, 2: 513])
    for user in 3...2000 as ClosedRange<UInt32> { decide(1, by: user) }
    #expect(counts().values.max() == 1)
    decide(3000, by: 3000)
    #expect((1...2).contains(counts()[3000] ?? 0))
  }

  @Test func `the PID of another user's decision: only shown to a viewer who sees everything`()
    throws
  {
    let cause = DecisionCause(.method(.sessionEvict), peer: .fixture(), note: "too loud")
    let owner = Viewer(user: UserID(1000), seesEverything: false)
    let stranger = Viewer(user: UserID(1001), seesEverything: false)
    let observer = Viewer(user: UserID(1001), seesEverything: true)
    let pids = [owner, stranger, observer].map { cause.shown(to: $0).pid }
    #expect(pids == [812, nil, 812])
  }
}
