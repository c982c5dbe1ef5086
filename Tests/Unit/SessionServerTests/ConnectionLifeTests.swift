import Testing

@testable import AudioSessionServer

/// Every state of a connection, and every way from one to another, without a socket.
struct ConnectionLifeTests {
  /// What can happen to a connection.
  private enum Step: String, CaseIterable {
    case endInput, loseReader, cutOff, abandon, drain, close
  }

  /// What the daemon asks of a life: where its input is, and whether somebody reads.
  private static func describe(_ life: ConnectionLife) -> String {
    let input =
      life.isOpen
      ? "open"
      : life.hasLastWords
        ? "last words" : life.isDraining ? "draining" : life.isClosed ? "closed" : "abandoned"
    let reader = life.hasReader ? "" : ", unread"
    return input + reader + (life.fault.map { ", \($0)" } ?? "")
  }

  private static func take(_ step: Step, _ life: inout ConnectionLife) -> Bool? {
    switch step {
    case .endInput: life.endInput()
    case .loseReader: return life.loseReader()
    case .cutOff: life.cutOff(.endlessLine)
    case .abandon: return life.abandon()
    case .drain: return life.drain()
    case .close: return life.close()
    }
    return nil
  }

  /// From open, one step: what it becomes, and whether it happened.
  @Test func `each end comes to a connection that is open`() {
    let expected: [(Step, String, Bool?)] = [
      (.endInput, "last words", nil), (.loseReader, "open, unread", true),
      (.cutOff, "open, which sent a line without end", nil), (.drain, "draining", true),
      (.abandon, "abandoned", true), (.close, "closed", true),
    ]
    for (step, state, happens) in expected {
      var life = ConnectionLife()
      #expect(Self.take(step, &life) == happens, "\(step)")
      #expect(Self.describe(life) == state, "\(step)")
    }
  }

  @Test func `input only goes on: nothing comes after the end, and nothing twice`() {
    let ways: [([Step], String, [Bool?])] = [
      ([.endInput, .drain, .close], "closed", [nil, true, true]),
      ([.endInput, .endInput], "last words", [nil, nil]),
      (
        [.cutOff, .abandon, .endInput, .abandon, .drain, .close],
        "closed, which sent a line without end", [nil, true, nil, false, true, true]
      ),
      ([.drain, .abandon], "draining", [true, false]),
      ([.drain, .endInput, .drain], "draining", [true, nil, false]),
      ([.close, .drain, .endInput, .close], "closed", [true, false, nil, false]),
      ([.loseReader, .loseReader, .drain], "draining, unread", [true, false, true]),
    ]
    for (steps, state, happens) in ways {
      var life = ConnectionLife()
      #expect(steps.map { Self.take($0, &life) } == happens, "\(steps)")
      #expect(Self.describe(life) == state, "\(steps)")
    }
  }

  @Test func `requests are carried out until it drains, whatever has become of its reader`() {
    for first in Step.allCases {
      for second in Step.allCases {
        var life = ConnectionLife()
        let steps = [first, second]
        for step in steps { _ = Self.take(step, &life) }
        let ends: Set<Step> = [.abandon, .drain, .close]
        #expect(life.isServed == ends.isDisjoint(with: steps), "\(steps)")
        #expect(life.hasReader == !steps.contains(.loseReader), "\(steps)")
        #expect((life.fault != nil) == steps.contains(.cutOff), "\(steps)")
      }
    }
  }

  @Test func `the first fault is the one that is told`() {
    var life = ConnectionLife()
    life.cutOff(.unreadNotifications)
    life.cutOff(.heldBytes)
    #expect(life.fault == .unreadNotifications)
  }
}
