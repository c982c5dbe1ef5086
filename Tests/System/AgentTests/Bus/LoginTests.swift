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
struct LoginTests {
  @Test func `sleep waits until its lock is let go, and the lock is taken again`() throws {
    let world = try LoginWorld(["login1"])
    try world.awaitLock()
    #expect(try world.nextCall() == "login1 Inhibit sleep audiosession-agent delay")
    for _ in 0..<2 {
      try world.actor.perform("sleep yes")
      #expect(try world.next() == .preparesForSleep)
      #expect(try world.actor.takeCalls() == [])
      #expect(world.login.holdsSleepLock)
      world.login.releaseSleepLock()
      #expect(try world.nextCall() == "login1 released")
      try world.actor.perform("sleep no")
      #expect(try world.next() == .woke)
      try world.awaitLock()
      #expect(try world.nextCall() == "login1 Inhibit sleep audiosession-agent delay")
    }
  }

  @Test func `a machine that is about to sleep already is told so`() throws {
    let world = try LoginWorld(["login1", "sleep yes"])
    #expect(try world.next() == .preparesForSleep)
  }

  @Test func `a sleep that wasn't let go keeps its lock`() throws {
    let world = try LoginWorld(["login1"])
    try world.awaitLock()
    try world.actor.perform("sleep yes")
    try world.actor.perform("sleep no")
    #expect(try world.next() == .preparesForSleep)
    #expect(try world.next() == .woke)
    #expect(world.events(within: .milliseconds(100)) == [])
    #expect(try world.actor.takeCalls().count == 1)
  }

  @Test func `the user is in the background while another has every seat`() throws {
    let world = try LoginWorld(["login1", "session a 1000 seat0 yes", "session b 1001 seat0 no"])
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("active a no")
    #expect(try world.next() == .sessionIsActive(false))
    // Of another user, and of no seat.
    try world.actor.perform("active b yes")
    try world.actor.perform("session ssh 1000 - yes")
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("session c 1000 seat1 yes")
    #expect(try world.next() == .sessionIsActive(true))
    try world.actor.perform("end c")
    #expect(try world.next() == .sessionIsActive(false))
    // Nobody's any more: a user without a seat is in the foreground.
    try world.actor.perform("end a")
    #expect(try world.next() == .sessionIsActive(true))
  }

  @Test func `a user in the background at the start is told so`() throws {
    let world = try LoginWorld(["login1", "session a 1000 seat0 no"])
    #expect(try world.next() == .sessionIsActive(false))
  }

  @Test func `a user without a seat is in the foreground`() throws {
    let world = try LoginWorld(["login1", "session ssh 1000 - no", "session b 1001 seat0 yes"])
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test func `the screen is locked while no session of the user's is in use`() throws {
    let world = try LoginWorld(["login1", "session a 1000 seat0 yes", "session b 1001 seat0 no"])
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("lock b yes")
    try world.actor.perform("lock a yes")
    #expect(try world.next() == .sessionIsLocked(true))
    // A terminal is no less the user's.
    try world.actor.perform("session tty 1000 seat0 yes")
    #expect(try world.next() == .sessionIsLocked(false))
    try world.actor.perform("end tty")
    #expect(try world.next() == .sessionIsLocked(true))
    // Nobody has unlocked it.
    try world.actor.perform("logout")
    #expect(world.events(within: .milliseconds(100)) == [])
  }

  @Test func `a screen that is locked at the start isn't being locked`() {
    var seats = SeatSessions()
    let entry = BusValue.list([
      .string("a"), .integer(1000), .string("ann"), .string("seat0"), .string("/a"),
    ])
    #expect(seats.take([entry], of: 1000) == ["/a"])
    seats.take(isActive: true, "/a")
    #expect(seats.takeLock() == nil)
    seats.take(isLocked: true, "/a")
    #expect(seats.takeLock() == nil)
    seats.take(isLocked: false, "/a")
    #expect(seats.takeLock() == false)
    seats.take(isLocked: true, "/a")
    #expect(seats.takeLock() == true)
  }

  @Test func `logind may go and come back`() throws {
    let world = try LoginWorld(["login1", "session a 1000 seat0 no"])
    #expect(try world.next() == .sessionIsActive(false))
    try world.actor.perform("sleep yes")
    #expect(try world.next() == .preparesForSleep)
    try world.actor.perform("logout")
    #expect(try world.next() == .sessionIsActive(true))
    #expect(try world.next() == .woke)
    #expect(!world.login.holdsSleepLock)
    let actor = try BusActor(on: world.bus)
    try actor.perform("login1")
    try world.awaitLock()
    try actor.perform("sleep yes")
    #expect(try world.next() == .preparesForSleep)
  }

  @Test func `the bus may go and come back`() throws {
    let world = try LoginWorld(["login1"])
    try world.awaitLock()
    try world.actor.perform("sleep yes")
    #expect(try world.next() == .preparesForSleep)
    try world.bus.stop()
    #expect(try world.next() == .woke)
    #expect(world.login.descriptor == nil)
    try world.bus.start()
    world.login.retry(at: DriverLoop.now)
    let actor = try BusActor(on: world.bus)
    try actor.perform("login1")
    try world.awaitLock()
  }

  @Test func `only logind's word counts`() throws {
    let world = try LoginWorld(["login1"])
    try world.awaitLock()
    try world.actor.perform("impostor")
    #expect(world.events(within: .milliseconds(100)) == [])
    try world.actor.perform("sleep yes")
    #expect(try world.next() == .preparesForSleep)
  }

  @Test func `without logind there is quiet`() throws {
    let world = try LoginWorld([])
    #expect(world.events(within: .milliseconds(100)) == [])
    #expect(world.complaints.sentences == ["logind isn't running, so sleep isn't detected"])
    try world.actor.perform("login1")
    try world.awaitLock()
  }
}
