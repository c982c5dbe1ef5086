import AudioSessionTypes
import Testing

@testable import Enforcement

/// Who is interrupted or refused is silent, and comes back as it was.
struct HoldingTests {
  /// Music that is interrupted by decision 5, and silent.
  private func interrupted() -> EnforcerWorld {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: nil])
    world.began(7)
    world.pass(.milliseconds(50))
    world.show(1, 1, soft: 0)
    return world
  }

  @Test func `an interruption fades, stops the stream, and is acknowledged when it is silent`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: nil])
    #expect(world.take() == [])
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.count == 6)
    #expect(lines.suffix(2) == ["1 at 0.0", "pause 1"])
    world.show(1, 1, soft: 0)
    #expect(world.take() == ["heard 5"])
    world.began(7)
    #expect(world.take() == [])
  }

  @Test func `a node that shows no soft volumes yet isn't silent yet`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: nil])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "pause 1")
    world.tell(.graph(.volumes(StreamID(1), StreamVolumes(channels: [1, 1], soft: []))))
    #expect(world.take() == [])
    world.show(1, 1, soft: 0)
    #expect(world.take() == ["heard 5"])
  }

  @Test func `an interrupted stream that must not stop: silenced, and not paused`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Game", session: 7)
    world.apply(5, [7: nil])
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 0.0")
  }

  @Test func `an interrupted stream that should resume: starts once the daemon has agreed`() {
    var world = interrupted()
    _ = world.take()
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    #expect(world.take() == ["heard 6", "activate 7"])
    world.activated(7)
    #expect(world.take() == ["start 1"])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 1.0 again")
  }

  @Test func `an interrupted stream that shouldn't resume: silent until its user starts it again`()
  {
    var world = interrupted()
    _ = world.take()
    world.apply(6, [:])
    world.ended(7, shouldResume: false)
    world.pass(.seconds(60))
    #expect(world.take() == ["heard 6"])
    world.idle(1)
    #expect(world.take() == ["1 at 1.0 again"])
    world.run(1)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a stream that stops and starts itself while it is held is stopped again`() {
    var world = interrupted()
    _ = world.take()
    world.idle(1)
    #expect(world.take() == ["report 7 playing false"])
    world.run(1)
    #expect(world.take() == ["pause 1", "report 7 playing true"])
  }

  @Test func `whoever paused it meanwhile doesn't hear it start by itself`() {
    var world = interrupted()
    world.idle(1)
    _ = world.take()
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    #expect(world.take() == ["heard 6", "1 at 1.0 again"])
  }

  @Test func `a refused program is silent, and tries again when it may`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Voice", session: 7)
    world.add(2, pid: 20, role: "Music")
    world.run(2)
    world.opened(2, as: 8)
    world.refused(8)
    #expect(world.take() == ["2 at 0.0", "open 2 for 20: playback", "activate 8", "pause 2"])
    world.tell(.daemon(.recommended(8, shouldResume: true)))
    #expect(world.take() == ["activate 8"])
    world.activated(8)
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.first == "start 2")
    #expect(lines.last == "2 at 1.0 again")
  }

  @Test func `a user who turns it up while it is held hears it, until the next decision (R57)`() {
    var world = interrupted()
    world.pass(.seconds(1))
    world.show(1, 0.5, soft: 0)
    _ = world.take()
    world.show(1, 0.8, soft: 0)
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.first == "start 1")
    #expect(lines.last == "1 at 0.8 again")
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    world.apply(7, [7: nil])
    world.pass(.milliseconds(50))
    #expect(world.take().suffix(2) == ["1 at 0.0", "pause 1"])
  }

  @Test func `unmuting is such a wish, too (R57)`() {
    var world = interrupted()
    world.show(1, 1, soft: 0, isMuted: true)
    _ = world.take()
    world.show(1, 1, soft: 0)
    #expect(world.take() == ["start 1", "report 7 playing true"])
  }

  @Test func `when headphones go, its user begins anew (R44)`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.began(7, .routeDisconnected)
    world.pass(.milliseconds(50))
    world.idle(1)
    #expect(world.enforcer.isAtRest)
    _ = world.take()
    world.run(1)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a process that slept plays again by itself (R47)`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.began(7, .appWasSuspended)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a process that slept just after it had stopped: silent until it starts (R47)`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.idle(1)
    _ = world.take()
    world.began(7, .appWasSuspended)
    #expect(world.take() == [])
    world.run(1)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a program's own session is silenced while it is interrupted, and never stopped`() {
    var world = EnforcerWorld()
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    world.add(1, pid: 10, role: "Music")
    world.show(1, 1)
    world.run(1)
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .interrupted)])))
    world.apply(5, [9: nil])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 0.0")
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    world.apply(6, [:])
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 1.0 again")
  }

  @Test func `without a daemon everything is as it was, and held again by the next`() {
    var world = interrupted()
    _ = world.take()
    world.tell(.daemon(.lost))
    #expect(world.take() == ["start 1"])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 1.0 again")
    #expect(world.enforcer.isAtRest)
    world.connect()
    #expect(world.take() == ["open 2 for 10: playback"])
  }

  @Test func `at the end everything is given back`() {
    var world = interrupted()
    #expect(!world.enforcer.isAtRest)
    world.tell(.stop)
    world.pass(.milliseconds(50))
    #expect(world.enforcer.isAtRest)
  }

  @Test func `a program that may not record: its microphone is silent, its playback goes on (R7)`()
  {
    var world = EnforcerWorld()
    world.add(1, pid: 10, role: "Music")
    world.addInput(2, pid: 10)
    world.run(2)
    world.run(1)
    world.opened(1, as: 7)
    world.activated(7)
    #expect(world.take().last == "report 7 recording true")
    world.tell(.daemon(.notRecording(7, reason: "a call has the microphone")))
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.last == "2 at 0.0")
    #expect(lines.allSatisfy { $0.hasPrefix("2 ") })
  }

  @Test func `a rule that leaves a program alone leaves it alone in every case`() {
    var world = EnforcerWorld {
      $0.rules = AdoptionRules([AdoptionRule(name: "tools", adoption: nil)])
    }
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .interrupted)])))
    world.add(1, pid: 10, role: "Music")
    world.run(1)
    world.apply(5, [9: nil])
    world.pass(.seconds(1))
    #expect(world.take() == ["heard 5"])
  }
}
