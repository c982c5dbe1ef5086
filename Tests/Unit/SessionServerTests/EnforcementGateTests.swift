import AudioSessionArbitration
import Testing

@testable import AudioSessionServer

/// When a held reply goes, told as a sequence of what enforcers do.
struct EnforcementGateTests {
  private enum Step {
    case acknowledge(UInt64, by: UInt64)
    case leave(UInt64)
    /// It loses its grant.
    case restart(UInt64)
    case pass(Int64)
  }

  private struct Case {
    let name: String
    let steps: [Step]
    /// After which step the reply went, nil: it is still held.
    let goesAfter: Int?
  }

  private static let user = UserID(1000)

  /// A reply of connection 1, of user 1000, is held for decision 5 until 200.
  ///
  /// 7 and 8 are enforcers that were told of it, 7 one of that user, 8 one with the grant, who was
  /// told of decision 6, too. Enforcer 10 was told of an earlier decision only, and enforcer 11 is
  /// another user's.
  private static let cases = [
    Case(name: "nobody answers", steps: [.pass(199)], goesAfter: nil),
    Case(name: "the time passes", steps: [.pass(199), .pass(200)], goesAfter: 1),
    Case(name: "one of two", steps: [.acknowledge(5, by: 7)], goesAfter: nil),
    Case(
      name: "both",
      steps: [.acknowledge(5, by: 7), .acknowledge(5, by: 8)],
      goesAfter: 1
    ),
    Case(
      name: "a later decision acknowledges the earlier",
      steps: [.acknowledge(6, by: 8), .acknowledge(5, by: 7)],
      goesAfter: 1
    ),
    Case(
      name: "an earlier one doesn't",
      steps: [.acknowledge(4, by: 7), .acknowledge(5, by: 8)],
      goesAfter: nil
    ),
    Case(
      name: "one that was never sent is ignored",
      steps: [.acknowledge(9, by: 7), .acknowledge(9, by: 8)],
      goesAfter: nil
    ),
    Case(
      name: "who leaves counts as having acknowledged",
      steps: [.acknowledge(5, by: 7), .leave(8)],
      goesAfter: 1
    ),
    Case(
      name: "who loses his rights counts as having acknowledged",
      steps: [.acknowledge(5, by: 7), .restart(8)],
      goesAfter: 1
    ),
    Case(name: "the requester leaves", steps: [.leave(1)], goesAfter: 0),
    Case(name: "a stranger acknowledges", steps: [.acknowledge(5, by: 9)], goesAfter: nil),
  ]

  @Test(arguments: cases.indices)
  func `R14: a reply waits for enforcers`(_ index: Int) {
    let row = EnforcementGateTests.cases[index]
    var gate = EnforcementGate()
    gate.attach(ConnectionID(7), .user(Self.user))
    gate.attach(ConnectionID(8), .all)
    gate.attach(ConnectionID(11), .user(UserID(1001)))
    for seq in [4, 5] as [UInt64] {
      for enforcer in [7, 8, 11] as [UInt64] { gate.sent(seq, to: ConnectionID(enforcer)) }
    }
    // One that has nothing to do with the decision isn't told, and so isn't waited for.
    gate.attach(ConnectionID(10), .all)
    gate.sent(4, to: ConnectionID(10))
    let line = HeldLine(connection: ConnectionID(1), number: 3)
    gate.hold(line, until: 5, by: Self.user, deadline: Instant(nanoseconds: 200))
    gate.sent(6, to: ConnectionID(8))

    var goesAfter: Int?
    for (step, action) in row.steps.enumerated() {
      let released =
        switch action {
        case .acknowledge(let seq, let id): gate.acknowledge(seq, by: ConnectionID(id))
        case .leave(let id): gate.leave(ConnectionID(id))
        case .restart(let id): gate.restart(ConnectionID(id), .user(UserID(1001)))
        case .pass(let time): gate.expire(at: Instant(nanoseconds: time))
        }
      if released == [line] { goesAfter = step }
    }
    #expect(goesAfter == row.goesAfter, "\(row.name)")
    #expect((gate.deadline == nil) == (row.goesAfter != nil), "\(row.name)")
  }

  @Test func `R14: nobody waits for an enforcer that let a deadline pass until it acknowledges`() {
    var gate = EnforcementGate()
    let enforcer = ConnectionID(7)
    gate.attach(enforcer, .all)
    var awaited: [Bool] = []
    func decide(_ seq: UInt64) {
      gate.sent(seq, to: enforcer)
      awaited.append(gate.isAwaited(for: seq, by: Self.user))
    }
    decide(4)
    let line = HeldLine(connection: ConnectionID(1), number: 3)
    gate.hold(line, until: 4, by: Self.user, deadline: Instant(nanoseconds: 200))
    #expect(gate.expire(at: Instant(nanoseconds: 200)) == [line])
    decide(5)
    // What it was never sent is no acknowledgement.
    #expect(gate.acknowledge(9, by: enforcer) == [])
    decide(6)
    #expect(gate.acknowledge(4, by: enforcer) == [])
    decide(7)
    #expect(awaited == [true, false, false, true])
  }

  @Test func `R14: nobody waits for another user's enforcer without the grant`() {
    var gate = EnforcementGate()
    gate.attach(ConnectionID(7), .user(Self.user))
    gate.sent(4, to: ConnectionID(7))
    #expect(gate.isAwaited(for: 4, by: Self.user))
    #expect(!gate.isAwaited(for: 4, by: UserID(1001)))
    #expect(!gate.isAwaited(for: 4, by: .root))
  }
}
