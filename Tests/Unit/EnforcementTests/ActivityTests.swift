import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// What programs do over time decides what they are.
struct ActivityTests {
  /// Rules by which a sound becomes music after five seconds, and whoever captures and plays for
  /// one second converses.
  private func world() -> EnforcerWorld {
    var sound = Adoption()
    sound.category = .ambient
    var talk = Adoption()
    talk.category = .playAndRecord
    talk.options = [.mixWithOthers]
    let rules = AdoptionRules([
      AdoptionRule(name: "talk", conversing: .seconds(1), adoption: talk),
      AdoptionRule(
        name: "music",
        conditions: [.init(.direction, ["output"])],
        lasting: .seconds(5),
        adoption: Adoption()
      ),
      AdoptionRule(
        name: "sound",
        conditions: [.init(.direction, ["output"])],
        adoption: sound
      ),
    ])
    return EnforcerWorld { $0.rules = rules }
  }

  @Test func `a sound begins as a sound and becomes music, with the same session`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    #expect(world.enforcer.report.map(\.rule) == ["sound"])
    world.pass(.seconds(4))
    #expect(world.take() == [])
    world.pass(.seconds(1))
    #expect(world.take() == ["listen to 1"])
    world.peak(1, 0.1)
    #expect(world.take() == ["leave 1", "configure 7: playback"])
    #expect(world.enforcer.report.map(\.rule) == ["music"])
    #expect(world.enforcer.deadline == nil)
  }

  @Test func `silence never becomes music, however long it lasts`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.pass(.seconds(5))
    world.peak(1, 0)
    world.pass(.seconds(3600))
    #expect(world.take() == ["listen to 1"])
    #expect(world.enforcer.deadline == nil)
    #expect(world.enforcer.report.map(\.rule) == ["sound"])
    // Its first sound is one of music.
    world.peak(1, 0.1)
    #expect(world.take() == ["leave 1", "configure 7: playback"])
  }

  @Test func `a stream that a rule before the lasting one takes: not listened to`() {
    var world = EnforcerWorld { settings in
      settings.rules.rules.append(
        AdoptionRule(name: "lasting", lasting: .seconds(5), adoption: Adoption())
      )
    }
    world.play(1, pid: 10, role: "Game", session: 7)
    world.pass(.seconds(60))
    #expect(world.take() == [])
  }

  @Test func `a stream without meter readings: becomes music all the same once it has lasted`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.pass(.milliseconds(5500))
    #expect(world.take() == ["listen to 1", "leave 1", "configure 7: playback"])
  }

  @Test func `a bell never becomes music, however often it rings`() {
    var world = world()
    for number in 1...20 {
      world.play(UInt32(number), pid: 10, role: "", session: UInt64(number))
      world.pass(.milliseconds(300))
      world.remove(UInt32(number))
      world.pass(.seconds(2))
      #expect(!world.take().contains { $0.hasPrefix("configure") }, "\(number)")
    }
    // Nothing is kept of it.
    #expect(world.enforcer.deadline == nil)
  }

  @Test func `a player that replaces its stream goes on being music`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.pass(.seconds(6))
    world.peak(1, 0.1)
    world.remove(1)
    world.pass(.milliseconds(500))
    _ = world.take()
    world.add(2, pid: 10, role: "")
    world.run(2)
    #expect(world.take() == ["report 7 playing true"])
    #expect(world.enforcer.report.map(\.rule) == ["music"])
  }

  @Test func `music that is held and silent: goes on being music, and resumes as music`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.player("vlc", pid: 10, .playing)
    world.apply(5, [7: nil])
    world.player("vlc", pid: 10, .paused)
    world.idle(1)
    world.pass(.seconds(60))
    #expect(world.enforcer.report.map(\.rule) == ["music"])
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    world.activated(7)
    world.player("vlc", pid: 10, .playing)
    world.run(1)
    #expect(world.enforcer.report.map(\.rule) == ["music"])
    #expect(!world.take().contains("configure 7: ambient"))
  }

  @Test func `a stream whose player says that it plays: becomes music at once`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.player("vlc", pid: 10, .paused)
    #expect(world.take() == [])
    world.player("vlc", pid: 10, .playing)
    #expect(world.take() == ["configure 7: playback"])
  }

  @Test func `music that the daemon refuses is held, and asked for anew`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.pass(.seconds(5))
    world.peak(1, 0.1)
    _ = world.take()
    world.tell(.daemon(.notConfigured(7)))
    #expect(world.take() == ["close 7", "open 2 for 10: playback"])
    world.opened(2, as: 8)
    world.refused(8)
    world.pass(.milliseconds(60))
    #expect(world.take().suffix(2) == ["1 at 0.0", "pause 1"])
  }

  @Test func `a program that captures and plays for a second: converses until it stops capturing`()
  {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.addInput(2, pid: 10)
    world.run(2)
    #expect(world.take() == [])
    world.pass(.seconds(1))
    #expect(world.take() == ["configure 7: playAndRecord", "report 7 recording true"])
    #expect(world.enforcer.report.map(\.rule) == ["talk", "talk"])
    world.pass(.seconds(9))
    world.peak(1, 0.1)
    _ = world.take()
    world.idle(2)
    // It stops nobody who was beside it: it is a sound again, until it has lasted.
    #expect(world.take() == ["configure 7: ambient", "report 7 recording false"])
    #expect(world.enforcer.report.map(\.rule) == ["sound", nil])
    world.pass(.seconds(5))
    world.peak(1, 0.1)
    #expect(world.take() == ["listen to 1", "leave 1", "configure 7: playback"])
  }

  @Test func `a process that plays while another one captures: no conversation`() {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.addInput(2, pid: 11)
    world.run(2)
    world.pass(.seconds(4))
    #expect(world.take() == [])
  }

  @Test(arguments: [(0, false), (1, true)] as [(Float, Bool)])
  func `a stream that is muted or turned down to zero: its session closes until it is heard`(
    level: Float,
    isMuted: Bool
  ) {
    var world = world()
    world.play(1, pid: 10, role: "", session: 7)
    world.show(1, level, isMuted: isMuted)
    #expect(world.take() == ["report 7 playing false"])
    world.pass(.seconds(1))
    #expect(world.take() == ["close 7"])
    world.pass(.seconds(10))
    world.show(1, 1)
    #expect(world.take() == ["open 2 for 10: ambient"])
  }

  @Test func `a stream without a session is lowered with the world around it, and held by a call`()
  {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Voice", session: 7)
    world.add(2, pid: 20, role: "Music")
    world.run(2)
    world.tell(.daemon(.notOpened(OpeningID(2), reason: "too many")))
    world.pass(.milliseconds(60))
    _ = world.take()
    world.apply(5, [9: 0.2])
    #expect(world.take() == ["2 at 0.2", "heard 5"])
    // Music that other music has stopped says nothing about it.
    world.apply(6, [9: 0.2, 10: nil])
    world.pass(.milliseconds(60))
    #expect(world.take() == ["heard 6"])
    let call = OtherSession(session: 11, pid: 40, state: .active, isAboveNormal: true)
    world.tell(.daemon(.others([call])))
    world.apply(7, [9: nil])
    world.pass(.milliseconds(60))
    #expect(world.take().last == "2 at 0.0")
    world.apply(8, [:])
    world.pass(.seconds(2))
    #expect(world.take().last == "2 at 1.0 again")
    #expect(world.enforcer.report.last?.trouble == "too many")
  }
}
