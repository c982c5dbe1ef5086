import AudioSessionArbitration
import Testing

@testable import AudioSessionServer

/// When a held reply goes, told as a sequence of what enforcers do.
struct EnforcementGateTests {
  private enum Step {
    case acknowledge(UInt64, by: UInt64)
    case leave(UInt64)
    case restart(UInt64)
    case pass(Int64)
  }

  private struct Case {
    let name: String
    let steps: [Step]
    /// After which step the reply went, nil: it is still held.
    let goesAfter: Int?
  }

  /// A reply of connection 1 is held for decision 5 until 200.
  ///
  /// 7 and 8 are enforcers that were told of it, 8 of decision 6, too. Enforcer 10 was told of an earlier decision only.
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
    for enforcer in [7, 8] as [UInt64] { gate.attach(ConnectionID(enforcer)) }
    for seq in [4, 5] as [UInt64] {
      gate.sent(seq, to: ConnectionID(7))
      gate.sent(seq, to: ConnectionID(8))
    }
    // One that has nothing to do with the decision isn't told, and so isn't waited for.
    gate.attach(ConnectionID(10))
    gate.sent(4, to: ConnectionID(10))
    let line = HeldLine(connection: ConnectionID(1), number: 3)
    gate.hold(line, until: 5, deadline: Instant(nanoseconds: 200))
    gate.sent(6, to: ConnectionID(8))

    var goesAfter: Int?
    for (step, action) in row.steps.enumerated() {
      let released =
        switch action {
        case .acknowledge(let seq, let id): gate.acknowledge(seq, by: ConnectionID(id))
        case .leave(let id): gate.leave(ConnectionID(id))
        case .restart(let id): gate.restart(ConnectionID(id))
        case .pass(let time): gate.expire(at: Instant(nanoseconds: time))
        }
      if released == [line] { goesAfter = step }
    }
    #expect(goesAfter == row.goesAfter, "\(row.name)")
    #expect((gate.deadline == nil) == (row.goesAfter != nil), "\(row.name)")
  }
}
