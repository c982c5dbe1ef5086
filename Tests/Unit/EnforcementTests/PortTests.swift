import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// Where programs with sessions of their own want their sound to go (R69).
struct PortTests {
  /// A program that plays by stream 1 and captures by stream 2, with session 7 of its own, and
  /// another that does by 3 and 4, with session 8.
  private func world() -> EnforcerWorld {
    var world = EnforcerWorld()
    let own = [(7, 10), (8, 11)].map { OtherSession(session: $0, pid: $1, state: .active) }
    world.tell(.daemon(.others(own)))
    for (output, input, pid) in [(1, 2, 10), (3, 4, 11)] as [(UInt32, UInt32, Int32)] {
      world.add(output, pid: pid, role: "Communication")
      world.run(output)
      world.addInput(input, pid: pid)
      world.run(input)
    }
    world.pass(.seconds(2))
    _ = world.take()
    return world
  }

  private func targets(_ wishes: [(UInt64, PortWishes)]) -> EnforcerEvent {
    let targets = wishes.map { session, ports in
      Target(session: session, gain: 1, isHeld: false, ramp: .zero, ports: ports)
    }
    return .daemon(.targets(targets, seq: 5))
  }

  @Test func `an override directs what the program plays, and nobody else's, until it ends`() {
    var world = world()
    world.tell(targets([(7, PortWishes(overridesOutput: true))]))
    #expect(world.take() == ["1 to the loudspeaker", "heard 5"])
    #expect(!world.enforcer.isAtRest)
    #expect(world.enforcer.report.first?.because == "its program has chosen its device (R69)")
    world.tell(targets([(7, PortWishes(overridesOutput: true))]))
    #expect(world.take() == ["heard 5"])
    world.tell(targets([]))
    #expect(world.take() == ["1 by the route", "heard 5"])
    #expect(world.enforcer.isAtRest)
  }

  @Test func `a preferred input directs what the program captures, and follows a change`() {
    var world = world()
    world.tell(targets([(8, PortWishes(input: "usb"))]))
    #expect(world.take() == ["4 from usb", "heard 5"])
    world.tell(targets([(8, PortWishes(input: "headset", overridesOutput: true))]))
    #expect(world.take() == ["3 to the loudspeaker", "4 from headset", "heard 5"])
    world.tell(targets([(8, PortWishes(overridesOutput: true))]))
    #expect(world.take() == ["4 by the route", "heard 5"])
  }

  @Test func `a stream that begins is directed at once`() {
    var world = world()
    world.tell(targets([(7, PortWishes(overridesOutput: true))]))
    _ = world.take()
    world.add(5, pid: 10, role: "Communication")
    #expect(world.take().contains("5 to the loudspeaker"))
  }

  @Test func `of several sessions of a program the latest that prefers an input counts`() {
    var world = world()
    let second = OtherSession(session: 9, pid: 10, state: .active)
    world.tell(.daemon(.others([second])))
    world.tell(targets([(7, PortWishes(input: "usb")), (9, PortWishes(input: "headset"))]))
    #expect(world.take() == ["2 from headset", "heard 5"])
    world.tell(targets([(7, PortWishes(input: "usb"))]))
    #expect(world.take() == ["2 from usb", "heard 5"])
  }

  @Test func `all go by the route when the daemon is lost, the session closes or the agent ends`() {
    let ends: [EnforcerEvent] = [.daemon(.lost), .daemon(.othersClosed([7])), .stop]
    for end in ends {
      var world = world()
      world.tell(targets([(7, PortWishes(overridesOutput: true))]))
      _ = world.take()
      world.tell(end)
      #expect(world.take().contains("1 by the route"), "\(end)")
    }
  }
}
