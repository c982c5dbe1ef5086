import Enforcement
import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need the trait PipeWire, with which sd-bus comes, and a dbus-daemon.
@Suite(
  .besideThePool,
  .enabled(if: PrivateBus.isAvailable, "without the trait PipeWire, or no dbus-daemon")
)
struct PlayerOrdersTests {
  /// A world with one player, which plays.
  private func world(_ how: String) throws -> PlayersWorld {
    let world = try PlayersWorld(["player it \(how)", "status it Playing"])
    #expect(try world.next() == world.changed("it", .playing))
    return world
  }

  @Test(arguments: ["", "silent", "late", "late silent"])
  func `it pauses and plays, and that is told once`(how: String) throws {
    let world = try world(how)
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == ["it Pause", "it Play"])
    #expect(world.events(within: .milliseconds(300)) == [])
  }

  @Test(arguments: ["deaf", "stuck"])
  func `that it plays on is told`(how: String) throws {
    let world = try world(how)
    let before = DriverLoop.now
    world.pause("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(DriverLoop.now - before < .seconds(3))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test func `what plays already isn't told to play`() throws {
    let world = try world("silent")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    // The user, unseen since it doesn't tell.
    try world.actor.perform("status it Playing")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test func `what plays though we never paused it isn't told to play`() throws {
    let world = try world("")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .playing))
    #expect(try world.actor.takeCalls() == [])
  }

  @Test func `what the user has stopped since stays so`() throws {
    let world = try world("silent")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    try world.actor.perform("status it Stopped")
    world.resume("it")
    #expect(try world.next() == world.changed("it", .stopped))
    #expect(try world.actor.takeCalls() == ["it Pause"])
  }

  @Test(arguments: ["", "silent"])
  func `what its user had paused when our command came is its user's`(how: String) throws {
    let world = try world(how)
    try world.actor.perform("status it Paused")
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(try world.next() == .pausedByUser(world.id("it")))
    #expect(world.players.isSettled)
    // Once it plays again, the next pause is ours.
    try world.actor.perform("status it Playing")
    if how.isEmpty { #expect(try world.next() == world.changed("it", .playing)) }
    world.pause("it")
    #expect(try world.next() == world.changed("it", .paused))
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test(arguments: ["", "silent"])
  func `what its user had paused doesn't play though it is to go on before it says so`(
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

  @Test func `it goes on in the moment of its pause, whatever it tells meanwhile`() throws {
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
  func `it is released when nothing more is done for it`(how: String) throws {
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

  @Test func `it is released when it goes, but not if it is paused again`() throws {
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
