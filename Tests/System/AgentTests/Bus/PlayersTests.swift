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
struct PlayersTests {
  @Test func `players that are there are told, and what becomes of them`() throws {
    let world = try PlayersWorld(["player vlc", "status vlc Playing"])
    #expect(try world.next() == world.changed("vlc", .playing))
    try world.actor.perform("player mpv")
    #expect(try world.next() == world.changed("mpv", .stopped))
    try world.actor.perform("status vlc Paused")
    #expect(try world.next() == world.changed("vlc", .paused))
    try world.actor.perform("can mpv pause no")
    #expect(try world.next() == world.changed("mpv", .stopped, canPause: false))
    try world.actor.perform("can mpv play no")
    #expect(try world.next() == world.changed("mpv", .stopped, canPause: false, canPlay: false))
    try world.actor.perform("quit vlc")
    #expect(try world.next() == .gone(world.id("vlc")))
  }

  @Test func `services that mirror other players: not reported as players`() throws {
    let mirrors = ["playerctld", "plasma-browser-integration", "kdeconnect.phone"]
    let world = try PlayersWorld(mirrors.map { "player \($0)" })
    try world.actor.perform("player playerctl")
    #expect(try world.next() == world.changed("playerctl", .stopped))
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test func `two names of one connection are one player`() throws {
    let world = try PlayersWorld(["player vlc"])
    #expect(try world.next() == world.changed("vlc", .stopped))
    try world.actor.perform("alias vlc vlc.instance7")
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("drop vlc vlc")
    #expect(try world.next() == .gone(world.id("vlc")))
    #expect(try world.next() == world.changed("vlc.instance7", .stopped, identity: "The vlc"))
    try world.actor.perform("quit vlc")
    #expect(try world.next() == .gone(world.id("vlc.instance7")))
  }

  @Test func `instances are players of their own`() throws {
    let world = try PlayersWorld(["player chromium.instance1", "player chromium.instance2"])
    let events = [try world.next(), try world.next()]
    for name in ["chromium.instance1", "chromium.instance2"] {
      #expect(events.contains(world.changed(name, .stopped)))
    }
    world.pause("chromium.instance2")
    #expect(try world.actor.nextCall().target == "chromium.instance2")
  }

  @Test func `a player that isn't ready yet is told when it is`() throws {
    let world = try PlayersWorld(["player slow asleep"])
    #expect(world.events(within: .milliseconds(50)) == [])
    try world.actor.perform("wake slow")
    #expect(try world.next() == world.changed("slow", .stopped))
  }

  @Test func `a player that doesn't say what it is called has its name on the bus`() throws {
    let world = try PlayersWorld(["player vlc.instance7 nameless"])
    #expect(try world.next() == world.changed("vlc.instance7", .stopped, identity: "vlc"))
  }

  @Test func `a player that never answers keeps nobody waiting`() throws {
    let world = try PlayersWorld(["player dead dead", "player good", "status good Playing"])
    #expect(try world.next() == world.changed("good", .playing))
    world.pause("good")
    #expect(try world.next() == world.changed("good", .paused))
  }

  @Test func `a player's properties: wrong types are ignored, unknown statuses mean stopped`()
    throws
  {
    let world = try PlayersWorld(["player odd", "status odd Playing"])
    #expect(try world.next() == world.changed("odd", .playing))
    try world.actor.perform("nonsense odd")
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("status odd Buffering")
    #expect(try world.next() == world.changed("odd", .stopped))
  }

  @Test func `a player that tells much leaves time for others`() throws {
    let world = try PlayersWorld(["player one"])
    #expect(try world.next() == world.changed("one", .stopped))
    try world.actor.perform("flood one 1000")
    // More than a turn's messages, of 230 bytes each; the bus passes them on in its own time.
    try world.awaitBytes(30_000)
    world.players.dispatch(at: DriverLoop.now)
    let told = world.players.takeEvents().count
    #expect(told < 100)
    let deadline = try #require(world.players.deadline)
    #expect(deadline <= DriverLoop.now)
    var count = 0
    try DriverLoop.run(world.players, until: "all of it") {
      count += world.players.takeEvents().count
      return count == 1000 - told
    }
  }

  @Test func `the bus may end and come back`() throws {
    let world = try PlayersWorld(["player vlc"])
    #expect(try world.next() == world.changed("vlc", .stopped))
    let generation = world.players.generation
    try world.bus.stop()
    #expect(try world.next() == .lost)
    #expect(world.players.descriptor == nil)
    #expect(world.complaints.sentences.count == 1)
    // It is said once however often it is tried.
    for _ in 0..<3 { world.players.retry(at: DriverLoop.now) }
    #expect(world.complaints.sentences.count == 2)
    // There is no file, and whoever sees it appear says so.
    #expect(world.players.deadline == nil)
    try world.bus.start()
    let actor = try BusActor(on: world.bus)
    try actor.perform("player mpv")
    world.players.retry(at: DriverLoop.now)
    guard case .changed(let player) = try world.next() else {
      Issue.record("no player")
      return
    }
    #expect(player.pid == actor.pid)
    #expect(world.players.generation > generation)
  }

  @Test func `a bus that is there and doesn't listen yet is tried again`() throws {
    let world = try PlayersWorld(["player vlc"])
    #expect(try world.next() == world.changed("vlc", .stopped))
    try world.bus.stop(leavingSocket: true)
    #expect(try world.next() == .lost)
    world.players.retry(at: DriverLoop.now)
    #expect(!world.players.isConnected)
    try world.bus.start()
    let actor = try BusActor(on: world.bus)
    try actor.perform("player mpv")
    // Nobody tells it to.
    guard case .changed(let player) = try world.next() else {
      Issue.record("no player")
      return
    }
    #expect(player.pid == actor.pid)
    // The same again is news.
    let count = world.complaints.sentences.count
    try world.bus.stop()
    #expect(try world.next() == .lost)
    #expect(world.complaints.sentences.count == count + 1)
  }

  @Test func `a bus that never listens isn't tried for ever`() throws {
    let world = try PlayersWorld(["player vlc"])
    #expect(try world.next() == world.changed("vlc", .stopped))
    try world.bus.stop(leavingSocket: true)
    #expect(try world.next() == .lost)
    var tries = 0
    while let time = world.players.deadline, tries < 100 {
      world.players.dispatch(at: time)
      tries += 1
    }
    #expect(tries == 3)
  }

  @Test func `without a bus there is quiet`() {
    var complaints: [String] = []
    let players = Players(address: nil) { complaints.append($0) }
    for _ in 0..<2 { players.retry(at: DriverLoop.now) }
    players.dispatch(at: DriverLoop.now)
    #expect(players.descriptor == nil)
    #expect(players.deadline == nil)
    #expect(players.takeEvents() == [])
    #expect(complaints.count == 1)
  }
}
