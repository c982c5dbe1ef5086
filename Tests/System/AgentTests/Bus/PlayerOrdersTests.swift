import AudioSessionBus
import Enforcement
import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need a trait with which sd-bus comes, PipeWire or Players, and a dbus-daemon.
@Suite(
  .besideThePool(.players),
  .enabled(if: PrivateBus.isAvailable, "\(PrivateBus.reason)")
)
struct PlayerOrdersTests {
  /// A world with one player, which plays.
  private func world(_ how: String) throws -> PlayersWorld {
    let world = try PlayersWorld(["player it \(how)", "status it Playing"])
    #expect(try world.next() == world.changed("it", .playing))
    return world
  }

  @Test(arguments: ["", "silent", "late", "late silent"])
  func `a player that is paused and resumed: each change is reported once`(how: String) throws {
    let world = try world(how)
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == ["it Pause", "it Play"])
    #expect(world.events(within: .milliseconds(300)) == [])
  }

  @Test(arguments: ["deaf", "stuck"])
  func `a player that doesn't obey our Pause: reported as playing`(how: String) throws {
    let world = try world(how)
    let before = DriverLoop.now
    world.pause("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(DriverLoop.now - before < .seconds(3))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test func `a paused player that its user has restarted unseen: no Play is sent`() throws {
    let world = try world("silent")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    // The user, unseen since it doesn't tell.
    try world.actor.perform("status it Playing")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test func `a playing player that we never paused: no Play is sent on resuming`() throws {
    let world = try world("")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == [])
  }

  @Test func `a paused player that its user has stopped: stays stopped on resuming`() throws {
    let world = try world("silent")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    try world.actor.perform("status it Stopped")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .stopped))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test(arguments: ["", "silent"])
  func `a player already paused when our Pause arrives: paused by its user`(how: String) throws {
    let world = try world(how)
    try world.actor.perform("status it Paused")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(try world.next() == .pausedByUser(world.id("it")))
    #expect(world.players.isSettled)
    // Our command is behind it, too: it doesn't pause what plays by then.
    #expect(try world.actor.nextCall().what == "Pause")
    // Once it plays again, the next pause is ours.
    try world.actor.perform("status it Playing")
    if how.isEmpty { #expect(try world.next() == world.changed("it", .playing)) }
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test(arguments: ["", "silent"])
  func `resuming a player before it answers that its user paused it: no Play is sent`(
    how: String
  ) throws {
    let world = try world(how)
    try world.actor.perform("status it Paused")
    world.pause("it")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .paused))
    while try world.next() != .pausedByUser(world.id("it")) {}
    #expect(world.players.takeReleased() == [world.id("it")])
    #expect(world.events(within: .milliseconds(100)) == [])
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test func `a player resumed before its pause is reported: plays as soon as it has paused`()
    throws
  {
    let world = try world("")
    try world.actor.perform("can it play yes")
    world.pause("it")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(try world.next() == world.changed("it", .playing))
    #expect(world.players.takeReleased() == [world.id("it")])
    #expect(try world.actor.takeCalls() == ["it Pause", "it Play"])
  }

  @Test(arguments: ["", "late"])
  func `the last word counts`(how: String) throws {
    let world = try world(how)
    world.pause("it")
    world.resume("it")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(world.events(within: .milliseconds(300)) == [])
  }

  @Test func `one that hasn't paused yet when it is to go on goes on`() throws {
    let world = try world("late")
    world.pause("it")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(world.events(within: .milliseconds(300)) == [])
    #expect(try world.actor.takeCalls() == ["it Pause", "it Play"])
  }

  @Test(arguments: ["", "late silent", "deaf"])
  func `a resumed player: released once its command is settled`(how: String) throws {
    let world = try world(how)
    world.pause("it")
    _ = try world.next()
    #expect(world.players.isSettled)
    world.resume("it")
    #expect(!world.players.isSettled)
    #expect(world.players.takeReleased() == [])
    _ = try world.next()
    #expect(world.players.isSettled)
    #expect(world.players.takeReleased() == [world.id("it")])
  }

  @Test func `a resumed player: released when it quits, but not when it is paused again`() throws {
    let world = try world("late")
    world.pause("it")
    _ = try world.next()
    world.resume("it")
    world.pause("it")
    _ = try world.next()
    #expect(world.players.takeReleased() == [])
    world.resume("it")
    try world.actor.perform("quit it")
    #expect(try world.next() == .gone(world.id("it")))
    #expect(world.players.takeReleased() == [world.id("it")])
    world.resume("it")
    #expect(world.players.takeReleased() == [world.id("it")])
  }

  @Test func `a player that is gone or unknown is told nothing`() throws {
    let world = try world("")
    world.pause("other")
    try world.actor.perform("quit it")
    world.pause("it")
    #expect(try world.next() == .gone(world.id("it")))
    world.resume("it")
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test func `after a crash those that were paused go on, in time`() throws {
    let world = try PlayersWorld([
      "player paused", "status paused Paused", "player playing", "status playing Playing",
      "player dead dead", "player stuck stuck", "status stuck Paused",
    ])
    let names = ["gone", "dead", "playing", "stuck", "paused"]
    let before = DriverLoop.now
    let resumed = PlayerRepair.resumeNow(
      names.map { world.id($0).busName },
      address: BusAddress(text: world.bus.address)
    )
    #expect(DriverLoop.now - before < .milliseconds(700))
    #expect(resumed == [world.id("paused").busName])
    #expect(try Set(world.actor.takeCalls()) == ["paused Play", "stuck Play"])
  }
}
