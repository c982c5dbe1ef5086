import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// During the desktop's Do Not Disturb notification sounds are silent, and nothing else.
struct DoNotDisturbTests {
  /// A world whose rules take everything, as what mixes.
  private func world(isFollowing: Bool = true) -> EnforcerWorld {
    var ambient = Adoption()
    ambient.category = .ambient
    ambient.hold = .silence
    return EnforcerWorld { settings in
      settings.followsDoNotDisturb = isFollowing
      settings.rules = AdoptionRules([
        AdoptionRule(name: "left", conditions: [.init(.binary, ["left"])], adoption: nil),
        AdoptionRule(name: "any", adoption: ambient),
      ])
    }
  }

  @Test(arguments: ["Notification", "event", "Alert"])
  func `a notification's sound is silent from its first moment, and the next one is heard`(
    role: String
  ) {
    var world = world()
    world.tell(.doNotDisturb(true))
    world.add(1, pid: 10, role: role)
    #expect(world.take().first == "1 at 0.0")
    world.run(1)
    world.opened(1, as: 7)
    world.activated(7)
    world.pass(.seconds(1))
    #expect(!world.take().contains { $0.hasPrefix("1 at") || $0 == "pause 1" })
    #expect(world.enforcer.report.map(\.standing) == [.silenced])
    #expect(
      world.enforcer.report.map(\.because) == ["[Rule any] takes it; silent during Do Not Disturb"]
    )
    world.tell(.doNotDisturb(false))
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 1.0 again")
  }

  @Test func `a notification that sounds when Do Not Disturb begins: fades to silence`() {
    var world = world()
    world.play(1, pid: 10, role: "Notification", session: 7)
    world.tell(.doNotDisturb(true))
    #expect(world.take() == [])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 0.0")
  }

  @Test(arguments: ["Music", "Game", "Alarm", "Communication", ""])
  func `everything else is heard`(role: String) {
    var world = world()
    world.tell(.doNotDisturb(true))
    world.play(1, pid: 10, role: role, session: 7)
    world.tell(.doNotDisturb(false))
    world.tell(.doNotDisturb(true))
    world.pass(.seconds(1))
    #expect(world.take() == [])
    #expect(world.enforcer.report.map(\.standing) == [.free])
  }

  @Test func `a stream that its rule leaves alone, or with its own session: not silenced`() {
    var world = world()
    world.tell(.doNotDisturb(true))
    var description = StreamDescription(direction: .output, owner: .credential(pid: 10))
    description.mediaRole = "Notification"
    description.binary = "left"
    world.tell(.graph(.added(StreamID(1), description)))
    #expect(world.take() == [])
    // It has a session of its own.
    world.tell(.daemon(.others([OtherSession(session: 3, pid: 20, state: .active)])))
    world.play(2, pid: 20, role: "Notification", session: 9)
    world.pass(.seconds(1))
    #expect(world.enforcer.report.map(\.standing) == [.free, .free])
  }

  @Test func `a changed setting counts at once, and without it nothing is silent`() {
    var world = world(isFollowing: false)
    world.tell(.doNotDisturb(true))
    world.play(1, pid: 10, role: "Notification", session: 7)
    #expect(world.enforcer.report.map(\.standing) == [.free])
    var settings = world.enforcer.settings
    settings.followsDoNotDisturb = true
    world.tell(.settings(settings))
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 0.0")
    settings.followsDoNotDisturb = false
    world.tell(.settings(settings))
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 1.0 again")
  }
}
