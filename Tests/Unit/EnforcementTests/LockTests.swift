import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// The lock of the screen pauses what is listened to, and the unlocking lets it go on.
struct LockTests {
  private func world(_ rules: AdoptionRules? = nil) -> EnforcerWorld {
    EnforcerWorld { settings in
      settings.pausesOnLock = true
      if let rules { settings.rules = rules }
    }
  }

  /// A player that plays music, with its session.
  private func playing() -> EnforcerWorld {
    var world = world()
    world.player("vlc", pid: 10, .playing)
    world.play(1, pid: 10, role: "Music", session: 7)
    world.pass(.seconds(1))
    return world
  }

  /// The same while the screen is locked.
  private func locked() -> EnforcerWorld {
    var world = playing()
    world.tell(.locked(true))
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(60))
    _ = world.take()
    return world
  }

  @Test func `a player is paused by the lock, and goes on when it is unlocked`() {
    var world = playing()
    world.tell(.locked(true))
    #expect(world.take() == ["pause vlc"])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(60))
    // To the daemon it plays on, as one does that is interrupted.
    #expect(world.take().allSatisfy { $0.hasPrefix("1 at") })
    world.tell(.locked(false))
    #expect(world.take() == ["resume vlc"])
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    world.pass(.milliseconds(50))
    let back = world.take()
    #expect(back.first == "1 at 0.004")
    #expect(back.last == "1 at 1.0 again")
  }

  @Test func `a stream without a player is stopped, and started again`() {
    var world = world()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.tell(.locked(true))
    world.pass(.milliseconds(50))
    #expect(world.take().suffix(2) == ["1 at 0.0", "pause 1"])
    world.pass(.seconds(60))
    #expect(world.enforcer.report.map(\.standing) == [.paused])
    #expect(
      world.enforcer.report.map(\.because)
        == ["[Rule music] takes it; paused because the screen is locked"]
    )
    world.tell(.locked(false))
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.first == "start 1")
    #expect(lines.last == "1 at 1.0 again")
  }

  @Test func `mixable sounds, prompts, alarms and calls: not paused when the screen is locked`() {
    let adoptions: [(name: String, adoption: (inout Adoption) -> Void)] = [
      ("ambient", { $0.category = .ambient }), ("mixing", { $0.options = [.mixWithOthers] }),
      ("voice", { $0.options = [.duckOthers] }), ("alarm", { $0.priority = .alarm }),
      ("reader", { $0.role = "accessibility" }), ("prompt", { $0.mode = .voicePrompt }),
      ("call", { $0.category = .playAndRecord }),
    ]
    for (name, change) in adoptions {
      var adoption = Adoption()
      change(&adoption)
      let rule = AdoptionRule(
        name: name,
        conditions: [.init(.mediaRole, ["Music"])],
        adoption: adoption
      )
      var world = world(AdoptionRules([rule]))
      let facts = DaemonFacts(grants: ["alarm"], grantedRoles: [], unduckRamp: .zero)
      world.tell(.daemon(.facts(facts)))
      world.play(1, pid: 10, role: "Music", session: 7)
      #expect(world.enforcer.report.map(\.rule) == [name])
      world.tell(.locked(true))
      world.pass(.seconds(1))
      #expect(world.take() == [], "\(name)")
    }
  }

  @Test func `without the setting nothing is paused, and what is paused goes on when it ends`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.tell(.locked(true))
    world.pass(.seconds(1))
    #expect(world.take() == [])
    var other = locked()
    var settings = other.enforcer.settings
    settings.pausesOnLock = false
    other.tell(.settings(settings))
    #expect(other.take() == ["resume vlc"])
  }

  @Test func `music that begins while the screen is locked: plays, and isn't touched by unlocking`()
  {
    var world = locked()
    world.play(2, pid: 20, role: "Music", session: 8)
    world.pass(.seconds(1))
    #expect(world.take() == [])
    #expect(world.enforcer.report.map(\.standing) == [.paused, .free])
    world.tell(.locked(false))
    #expect(world.take() == ["resume vlc"])
  }

  @Test func `its user's press of play is heard, and later he pauses it as he likes`() {
    var world = locked()
    world.player("vlc", pid: 10, .playing)
    #expect(world.take() == ["leave vlc"])
    world.run(1)
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 1.0 again")
    world.player("vlc", pid: 10, .paused)
    world.tell(.locked(false))
    #expect(world.take() == ["report 7 playing false"])
  }

  @Test func `a program without a player that starts again is heard`() {
    var world = world()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.tell(.locked(true))
    world.pass(.milliseconds(50))
    world.idle(1)
    _ = world.take()
    world.run(1)
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 1.0 again")
  }

  @Test(arguments: [PlaybackStatus.stopped, nil])
  func `a player that its user stops while the screen is locked: not resumed by unlocking`(
    status: PlaybackStatus?
  ) {
    var world = locked()
    if let status { world.player("vlc", pid: 10, status) } else { world.tell(.keepPaused) }
    #expect(Set(world.take()).isSuperset(of: ["leave vlc", "report 7 playing false"]))
    world.tell(.locked(false))
    world.pass(.seconds(2))
    // Its session doesn't hold others back.
    #expect(world.take() == ["close 7", "1 at 1.0 again"])
  }

  @Test func `a call meanwhile changes nothing: it goes on when it is unlocked, and not before`() {
    var world = locked()
    world.apply(5, [7: nil])
    world.began(7)
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    world.pass(.seconds(60))
    #expect(world.take() == ["heard 5", "heard 6", "activate 7"])
    world.tell(.locked(false))
    #expect(world.take() == ["resume vlc"])
  }

  @Test func `music held by a call and by the lock: resumes after both, whichever ends last`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.began(7)
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.tell(.locked(true))
    world.pass(.seconds(1))
    var other = world
    _ = world.take()
    world.tell(.locked(false))
    #expect(world.take() == [])
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    #expect(world.take().last == "resume vlc")
    _ = other.take()
    other.apply(6, [:])
    other.ended(7, shouldResume: true)
    other.activated(7)
    #expect(other.take().last == "activate 7")
    other.tell(.locked(false))
    #expect(other.take() == ["resume vlc"])
  }

  @Test func `music that its user plays in spite of a call: paused by the lock all the same`() {
    var world = playing()
    world.apply(5, [7: nil])
    world.began(7)
    world.player("vlc", pid: 10, .paused)
    world.player("vlc", pid: 10, .playing)
    world.refused(7)
    world.pass(.seconds(1))
    _ = world.take()
    world.tell(.locked(true))
    #expect(world.take() == ["pause vlc"])
  }

  @Test func `a player whose session is closed meanwhile waits for the unlocking`() {
    var world = locked()
    world.remove(1)
    world.pass(.seconds(60))
    _ = world.take()
    world.tell(.daemon(.closed(7)))
    #expect(world.take() == [])
    world.tell(.locked(false))
    #expect(world.take() == ["resume vlc"])
  }

  /// A page that plays, and that can only be silenced, while the screen is locked.
  private func lockedPage() -> EnforcerWorld {
    var page = Adoption()
    page.hold = .silence
    var talk = page
    talk.category = .playAndRecord
    var world = world(
      AdoptionRules([
        AdoptionRule(name: "talk", conditions: [.init(.capturing, ["yes"])], adoption: talk),
        AdoptionRule(name: "page", adoption: page),
      ])
    )
    world.play(1, pid: 10, role: "", session: 7)
    world.tell(.locked(true))
    world.pass(.seconds(1))
    return world
  }

  @Test func `a page whose session can't be opened again is no longer held`() {
    var world = lockedPage()
    world.tell(.daemon(.closed(7)))
    world.tell(.daemon(.notOpened(OpeningID(2), reason: "too many")))
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 1.0 again")
    world.apply(5, [:])
    #expect(world.take() == ["heard 5"])
  }

  @Test func `whoever begins to converse does so by its user's will`() {
    var world = lockedPage()
    world.addInput(2, pid: 10)
    world.run(2)
    world.activated(7)
    world.pass(.seconds(1))
    #expect(world.take().contains("1 at 1.0 again"))
  }

  @Test func `of two players of a program its user chooses one`() {
    var world = world()
    for pid in [10, 11] as [Int32] {
      var description = StreamDescription(direction: .output, owner: .credential(pid: pid))
      description.mediaRole = "Music"
      description.family = 9
      world.player("player \(pid)", pid: pid, .playing)
      world.tell(.graph(.added(StreamID(UInt32(pid)), description)))
      world.run(UInt32(pid))
    }
    world.opened(1, as: 7)
    world.activated(7)
    world.pass(.seconds(2))
    _ = world.take()
    world.tell(.locked(true))
    #expect(world.take() == ["pause player 10", "pause player 11"])
    for pid in [10, 11] as [Int32] { world.player("player \(pid)", pid: pid, .paused) }
    world.player("player 10", pid: 10, .playing)
    #expect(world.take() == ["leave player 10", "leave player 11"])
  }

  @Test func `without a daemon everything goes on, and isn't held when there is one again`() {
    var world = locked()
    world.tell(.daemon(.lost))
    #expect(world.take().first == "resume vlc")
    world.tell(.locked(true))
    world.pass(.seconds(1))
    #expect(world.take() == [])
    world.connect()
    world.opened(2, as: 8)
    world.activated(8)
    #expect(world.enforcer.report.map(\.standing) == [.free])
  }

  @Test func `a page is silenced, since it can't be paused`() {
    var world = lockedPage()
    #expect(world.take().last == "1 at 0.0")
    #expect(
      world.enforcer.report.map(\.because)
        == ["[Rule page] takes it; silenced because the screen is locked"]
    )
    // Its next video isn't its user's doing.
    world.idle(1)
    world.run(1)
    world.pass(.seconds(1))
    #expect(!world.take().contains("1 at 1.0 again"))
    world.tell(.locked(false))
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 1.0 again")
  }
}
