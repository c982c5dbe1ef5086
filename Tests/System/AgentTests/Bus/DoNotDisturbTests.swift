import AudioSessionBus
import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need a trait with which sd-bus comes, PipeWire or Players, and a dbus-daemon.
@Suite(
  .besideThePool(.players),
  .enabled(if: PrivateBus.isAvailable, "\(PrivateBus.reason)")
)
struct DoNotDisturbTests {
  /// A notification server on a bus of its own, and the driver that listens to it.
  private final class World {
    let bus: PrivateBus
    let actor: BusActor
    let driver: DoNotDisturb
    let complaints = Complaints()

    init(_ lines: [String]) throws {
      bus = try PrivateBus()
      actor = try BusActor(on: bus)
      for line in lines { try actor.perform(line) }
      let complaints = complaints
      driver = DoNotDisturb(address: BusAddress(text: bus.address)) {
        complaints.sentences.append($0)
      }
      driver.retry(at: DriverLoop.now)
    }

    /// The next change, after waiting for it.
    func next() throws -> Bool {
      var change: Bool?
      try DriverLoop.run(driver, until: "a change of Do Not Disturb") {
        change = driver.takeChange()
        return change != nil
      }
      return change == true
    }

    /// Whether nothing changes in a while.
    func isQuiet() -> Bool {
      DriverLoop.run(driver, for: .milliseconds(100))
      return driver.takeChange() == nil
    }
  }

  @Test func `Do Not Disturb: each change is reported, and it is off when its server ends`() throws
  {
    let world = try World(["notifications"])
    #expect(world.isQuiet())
    try world.actor.perform("inhibit yes")
    #expect(try world.next())
    try world.actor.perform("inhibit no")
    #expect(try !world.next())
    try world.actor.perform("inhibit yes")
    #expect(try world.next())
    try world.actor.perform("disturb")
    #expect(try !world.next())
    try world.actor.perform("notifications")
    #expect(try world.next())
    try world.bus.stop()
    #expect(try !world.next())
    #expect(world.complaints.sentences.count == 1)
  }

  @Test func `one that is on at the start is told`() throws {
    let world = try World(["inhibit yes", "notifications"])
    #expect(try world.next())
  }

  @Test func `a server that has no such property says nothing`() throws {
    let world = try World(["notifications plain"])
    #expect(world.isQuiet())
    #expect(world.complaints.sentences == [])
  }

  @Test func `only the server's word counts`() throws {
    let world = try World(["notifications"])
    #expect(world.isQuiet())
    try world.actor.perform("meddle")
    #expect(world.isQuiet())
    try world.actor.perform("inhibit yes")
    #expect(try world.next())
  }
}
