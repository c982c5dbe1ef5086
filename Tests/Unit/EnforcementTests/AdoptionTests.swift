import AudioSessionTypes
import AgentAnswers
import Testing

@testable import Enforcement

/// Streams become sessions of their programs.
struct AdoptionTests {
  @Test func `a stream that runs is activated, and isn't touched where nothing else sounds`() {
    var world = EnforcerWorld()
    world.add(1, pid: 10, role: "Music")
    #expect(world.take() == [])
    world.run(1)
    #expect(world.take() == ["open 1 for 10: playback"])
    world.opened(1, as: 7)
    #expect(world.take() == ["activate 7"])
    world.activated(7)
    #expect(world.take() == [])
  }

  @Test func `a stream that no rule takes: left alone`() {
    var world = EnforcerWorld()
    world.add(1, pid: 10, role: "Production")
    world.run(1)
    #expect(world.take() == [])
  }

  @Test func `a new stream that a voice may lower is silent until the daemon has spoken`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Voice", session: 7)
    world.add(2, pid: 20, role: "Music")
    #expect(world.take() == ["2 at 0.0", "open 2 for 20: playback"])
    world.run(2)
    world.opened(2, as: 8)
    #expect(world.take() == ["activate 8"])
    world.activated(8)
    // At once: a step of a fade would cost it its beginning.
    #expect(world.take() == ["2 at 1.0 again"])
  }

  @Test(arguments: ["Music", "Voice", "Game"])
  func `a new stream that nothing can lower is heard from its first sample`(role: String) {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.add(2, pid: 20, role: role)
    world.run(2)
    world.opened(2, as: 8)
    world.activated(8)
    world.apply(5, [7: 0.2])
    #expect(!world.take().contains { $0.hasPrefix("2 at") })
  }

  @Test func `another program's own session may lower a new stream, too`() {
    for outranks in [false, true] {
      var world = EnforcerWorld()
      let other = OtherSession(session: 9, pid: 30, state: .active, outranks: outranks)
      world.tell(.daemon(.others([other])))
      world.add(2, pid: 20, role: "Music")
      #expect(world.take().contains("2 at 0.0") == outranks)
    }
  }

  @Test func `a daemon that doesn't answer keeps nobody silent`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Voice", session: 7)
    world.add(2, pid: 20, role: "Music")
    world.run(2)
    #expect(world.take() == ["2 at 0.0", "open 2 for 20: playback"])
    world.pass(.milliseconds(199))
    #expect(world.take() == [])
    world.pass(.milliseconds(11))
    #expect(world.take() == ["2 at 1.0 again"])
  }

  @Test func `a stream that stops for a while is a deactivation`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.idle(1)
    #expect(world.take() == ["report 7 playing false"])
    world.pass(.milliseconds(900))
    world.run(1)
    #expect(world.take() == ["report 7 playing true"])
    world.idle(1)
    world.pass(.seconds(1))
    #expect(world.take() == ["report 7 playing false", "close 7"])
    world.run(1)
    #expect(world.take() == ["open 2 for 10: playback"])
  }

  @Test func `a stream that ends takes its session with it, unless another follows soon`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.remove(1)
    world.pass(.milliseconds(500))
    world.add(2, pid: 10, role: "Music")
    world.run(2)
    #expect(world.take() == ["report 7 playing false", "report 7 playing true"])
    world.remove(2)
    world.pass(.seconds(1))
    #expect(world.take() == ["report 7 playing false", "close 7"])
  }

  @Test func `a process that ends is the daemon's to see (R48)`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.remove(1)
    world.tell(.daemon(.closed(7)))
    world.pass(.seconds(2))
    #expect(world.take() == ["report 7 playing false"])
  }

  @Test func `two streams of a program are one session`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.add(2, pid: 10, role: "Music")
    world.run(2)
    world.remove(1)
    #expect(world.take() == [])
    world.remove(2)
    world.pass(.seconds(1))
    #expect(world.take() == ["report 7 playing false", "close 7"])
  }

  @Test func `a program that captures is judged anew, all of it`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.addInput(2, pid: 10)
    world.run(2)
    // Its session changes, so that nothing is heard of it.
    #expect(world.take() == ["configure 7: playAndRecord", "report 7 recording true"])
    world.remove(2)
    #expect(world.take() == ["report 7 recording false", "configure 7: playback"])
  }

  @Test func `a program with a session of its own isn't adopted, and is again when it closes it`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    #expect(world.take() == ["close 7"])
    world.tell(.daemon(.othersClosed([9])))
    #expect(world.take() == ["open 2 for 10: playback"])
  }

  @Test func `a program speaks for its helpers, the nearest one first (R58)`() {
    var world = EnforcerWorld()
    world.add(1, pid: 12, role: "Music", ancestors: [11, 10])
    world.show(1, 1)
    world.run(1)
    world.opened(1, as: 7)
    world.activated(7)
    world.pass(.milliseconds(20))
    _ = world.take()
    world.tell(.daemon(.others([OtherSession(session: 8, pid: 10, state: .active)])))
    #expect(world.take() == ["close 7"])
    world.apply(5, [8: 0.2])
    #expect(world.take() == ["1 at 0.2", "heard 5"])
    // Nearer to it, and not lowered.
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 11, state: .active)])))
    world.pass(.seconds(2))
    #expect(world.take().last == "1 at 1.0 again")
    #expect(world.enforcer.report.map(\.session) == [9])
    world.tell(.daemon(.othersClosed([9])))
    #expect(world.take() == ["1 at 0.2"])
    world.tell(.daemon(.othersClosed([8])))
    #expect(world.take() == ["open 2 for 12: playback"])
  }

  @Test func `outputs may be zones`() {
    var world = EnforcerWorld { $0.outputZones = ["sink.kitchen": "kitchen"] }
    world.add(1, pid: 10, role: "Music", device: "sink.kitchen")
    world.run(1)
    #expect(world.take() == ["open 1 for 10 in kitchen: playback"])
  }

  @Test func `an evicted session is opened again, and so is one whose process has gone`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.tell(.daemon(.closed(7)))
    #expect(world.take() == ["open 2 for 10: playback"])
  }

  @Test func `processes of one application are one to the daemon (R52)`() {
    var world = EnforcerWorld()
    for (stream, pid, role) in [(1, 10, "Music"), (2, 20, "Voice")] as [(UInt32, Int32, String)] {
      var description = StreamDescription(direction: .output, owner: .credential(pid: pid))
      description.mediaRole = role
      description.sandbox = "org.example.Player"
      world.tell(.graph(.added(StreamID(stream), description)))
      world.run(stream)
    }
    #expect(world.take() == ["open 1 for 10: playback", "open 2 for 10: playback"])
    // The one that stood for it has gone.
    world.remove(1)
    world.tell(.daemon(.closed(1)))
    world.pass(.seconds(2))
    world.opened(2, as: 2)
    world.tell(.daemon(.closed(2)))
    #expect(world.take().last == "open 3 for 20: playback")
  }
}
