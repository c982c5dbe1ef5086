import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// Players on the bus: paused first, and resumed only if it was we who paused them.
struct PlayerTests {
  /// A player that plays music, with its session.
  private func playing() -> EnforcerWorld {
    var world = EnforcerWorld()
    world.player("vlc", pid: 10, .playing)
    world.play(1, pid: 10, role: "Music", session: 7)
    return world
  }

  @Test func `a player is paused before its stream is stopped, and resumed after the call`() {
    var world = playing()
    world.apply(5, [7: nil])
    #expect(world.take() == ["pause vlc"])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(1))
    let lines = world.take()
    #expect(!lines.contains("pause 1"))
    #expect(!lines.contains("report 7 playing false"))
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    #expect(world.take() == ["heard 6", "activate 7", "resume vlc"])
    world.run(1)
    world.pass(.milliseconds(50))
    let back = world.take()
    #expect(back.first == "1 at 0.004")
    #expect(back.last == "1 at 1.0 again")
  }

  @Test func `a player that plays on has its stream stopped`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.pass(.milliseconds(499))
    #expect(!world.take().contains("pause 1"))
    world.pass(.milliseconds(1))
    #expect(world.take() == ["pause 1"])
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    #expect(world.take().last == "start 1")
  }

  @Test func `a player that obeys late is ours all the same`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.pass(.milliseconds(500))
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    _ = world.take()
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    #expect(world.take().last == "resume vlc")
  }

  @Test func `a program that begins to converse while it is held leaves its player paused`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(1))
    _ = world.take()
    world.addInput(2, pid: 10)
    world.run(2)
    world.apply(6, [:])
    world.activated(7)
    let lines = world.take()
    #expect(lines.contains("leave vlc"))
    #expect(!lines.contains("resume vlc"))
  }

  @Test func `a player that was paused isn't ours to resume`() {
    var world = playing()
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    _ = world.take()
    world.apply(5, [7: nil])
    world.apply(6, [:])
    world.ended(7, shouldResume: false)
    world.pass(.seconds(5))
    #expect(!world.take().contains("resume vlc"))
  }

  @Test func `a player that isn't to resume is its user's again`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(2))
    _ = world.take()
    world.apply(6, [:])
    world.ended(7, shouldResume: false)
    #expect(world.take() == ["heard 6", "leave vlc", "1 at 1.0 again"])
    world.player("vlc", pid: 10, .playing)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a held player that reports its own start: paused, not taken for its user's wish`() {
    var world = EnforcerWorld()
    world.player("vlc", pid: 10, .stopped)
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: nil])
    _ = world.take()
    world.player("vlc", pid: 10, .playing)
    #expect(world.take() == ["pause vlc"])
    #expect(world.enforcer.report.map(\.standing) == [.paused])
  }

  @Test func `its user's pause is told, though the stream runs on`() {
    var world = playing()
    world.player("vlc", pid: 10, .paused)
    #expect(world.take() == ["report 7 playing false"])
    world.player("vlc", pid: 10, .playing)
    #expect(world.take() == ["report 7 playing true"])
  }

  @Test func `a player that is stopped meanwhile doesn't resume`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.player("vlc", pid: 10, .stopped)
    #expect(Set(world.take()).isSuperset(of: ["leave vlc", "report 7 playing false"]))
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    #expect(world.take() == ["heard 6"])
  }

  @Test(arguments: [true, false])
  func `a player that is to stay paused doesn't resume`(isObedient: Bool) {
    var world = playing()
    world.apply(5, [7: nil])
    if isObedient {
      world.player("vlc", pid: 10, .paused)
      world.idle(1)
    }
    _ = world.take()
    world.tell(.keepPaused)
    #expect(world.take().prefix(2) == ["leave vlc", "report 7 playing false"])
    // It may have been about to obey.
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.tell(.keepPaused)
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.pass(.seconds(1))
    let lines = world.take()
    #expect(!lines.contains("resume vlc") && !lines.contains("activate 7"))
    // Its user lets it play when he likes.
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    world.activated(7)
    world.pass(.seconds(1))
    #expect(world.take().contains("activate 7"))
  }

  @Test func `a player that its user paused just before us doesn't resume`() {
    var world = playing()
    world.apply(5, [7: nil])
    _ = world.take()
    world.player("vlc", pid: 10, .paused)
    world.tell(.players(.pausedByUser(PlayerID("vlc"))))
    #expect(world.take() == ["leave vlc", "report 7 playing false"])
    world.idle(1)
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.pass(.seconds(1))
    let lines = world.take()
    #expect(!lines.contains("resume vlc") && !lines.contains("activate 7"))
    // Nothing of ours is left to give up, as where the answer came late.
    world.tell(.players(.pausedByUser(PlayerID("vlc"))))
    #expect(world.take() == [])
  }

  @Test func `a player that plays on can't be kept paused`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.pass(.milliseconds(500))
    _ = world.take()
    world.tell(.keepPaused)
    #expect(world.take() == [])
  }

  @Test func `a held player whose user presses play: asks again, is heard even if refused (R57)`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.milliseconds(50))
    _ = world.take()
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    world.refused(7)
    world.pass(.milliseconds(50))
    #expect(world.take() == ["leave vlc", "activate 7", "1 at 1.0 again"])
    world.pass(.seconds(60))
    #expect(world.take() == [])
  }

  @Test func `without a daemon, players go on that we paused`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    _ = world.take()
    world.tell(.daemon(.lost))
    #expect(world.take().first == "resume vlc")
  }

  @Test func `a browser's player is above the process that plays`() {
    var world = EnforcerWorld()
    world.player("chromium", pid: 9, .playing)
    var description = StreamDescription(direction: .output, owner: .credential(pid: 10))
    description.mediaRole = "Music"
    description.ancestors = [9, 1]
    world.tell(.graph(.added(StreamID(1), description)))
    world.run(1)
    world.opened(1, as: 7)
    world.activated(7)
    _ = world.take()
    world.apply(5, [7: nil])
    #expect(world.take() == ["pause chromium"])
  }

  @Test func `a player that its user starts and pauses meanwhile doesn't resume`() {
    var world = held()
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    world.refused(7)
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(1))
    _ = world.take()
    world.tell(.daemon(.recommended(7, shouldResume: true)))
    world.pass(.seconds(5))
    #expect(!world.take().contains("resume vlc"))
  }

  /// A player that is paused since its session is interrupted.
  private func held(because reason: InterruptionReason = .default) -> EnforcerWorld {
    var world = playing()
    world.began(7, reason)
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.milliseconds(50))
    _ = world.take()
    return world
  }

  @Test func `a player whose session is closed goes on with the next one`() {
    var world = held()
    world.tell(.daemon(.closed(7)))
    #expect(world.take() == ["open 2 for 10: playback", "1 at 1.0 again"])
    world.opened(2, as: 8)
    world.refused(8)
    world.tell(.daemon(.recommended(8, shouldResume: true)))
    world.activated(8)
    #expect(world.take() == ["activate 8", "1 at 0.0", "activate 8", "resume vlc"])
  }

  @Test func `a player whose session can't be opened again is given back`() {
    var world = held()
    world.tell(.daemon(.closed(7)))
    _ = world.take()
    world.tell(.daemon(.notOpened(OpeningID(2), reason: "too many")))
    #expect(world.take() == ["resume vlc"])
  }

  @Test func `a player without a stream is given back when its session is closed`() {
    var world = held()
    world.remove(1)
    world.pass(.seconds(60))
    _ = world.take()
    world.tell(.daemon(.closed(7)))
    #expect(world.take() == ["resume vlc"])
  }

  @Test func `a player that only its user starts again isn't resumed by new rules (R44)`() {
    var world = held(because: .routeDisconnected)
    world.reload(EnforcerWorld.otherRules)
    #expect(world.take() == ["configure 7: ambient"])
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    #expect(world.take() == ["leave vlc", "activate 7"])
  }

  @Test func `a player that is refused and isn't to resume is its user's again (R34)`() {
    var world = held()
    world.tell(.daemon(.closed(7)))
    world.opened(2, as: 8)
    world.refused(8)
    _ = world.take()
    world.tell(.daemon(.recommended(8, shouldResume: false)))
    #expect(world.take().contains("leave vlc"))
  }
}
