import Arbitration
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import SessionServer

/// R55: what the ring keeps, and what it gives back.
struct DecisionLogTests {
  private static func decision(_ seq: UInt64) -> LoggedDecision {
    LoggedDecision(
      seq: seq,
      realtime: 0,
      moment: Instant(nanoseconds: 0),
      cause: DecisionCause(.event(.policyReloaded)),
      rules: RuleSet(),
      cells: CellSet()
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
  func `R55: the latest decisions come oldest first`(_ index: Int) {
    let row = DecisionLogTests.cases[index]
    let (decisions, more) = DecisionLogTests.log(row.count)
      .decisions(since: row.since, before: row.before, limit: row.limit)
    #expect(decisions.map(\.seq) == row.seqs)
    #expect(more == row.more)
  }

  @Test func `R55: one decision can't make the log large`() throws {
    var arbiter = Arbiter()
    var decision = Decision()
    let peer = PeerIdentity.fixture()
    let event = Event.open(
      SessionID(1),
      peer.owner,
      ConfigurationChange(),
      grants: [],
      lease: nil,
      isWithinLimits: true
    )
    arbiter.apply(event, at: Instant(nanoseconds: 0), into: &decision)
    let view = try #require(arbiter.view(of: SessionID(1)))
    let identity = SessionIdentity(name: "mpd", leaseName: nil, peer: peer)

    var log = DecisionLogTests.log(1)
    for _ in 0..<70 { log.add(view, identity, duckers: [], blockers: []) }
    log.append(DecisionLogTests.decision(2))
    let numbers = [SessionID](repeating: SessionID(2), count: 300)
    for _ in 0..<4 { log.add(view, identity, duckers: numbers, blockers: []) }

    let kept = log.decisions(since: nil, before: nil, limit: 2).decisions
    #expect(kept.map(\.changes.count) == [64, 3])
    #expect(kept.map(\.changesLeftOut) == [6, 1])
  }

  @Test func `what is another user's is shown without names`() throws {
    let cause = DecisionCause(.method(.sessionEvict), peer: .fixture(), note: "too loud")
    let owner = Viewer(user: UserID(1000), seesEverything: false)
    let stranger = Viewer(user: UserID(1001), seesEverything: false)
    let observer = Viewer(user: UserID(1001), seesEverything: true)
    let pids = [owner, stranger, observer].map { cause.shown(to: $0).pid }
    #expect(pids == [812, nil, 812])
  }
}
