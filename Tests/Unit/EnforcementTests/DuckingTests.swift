import AudioSessionTypes
import Testing

@testable import Enforcement

/// Gains are carried out on the stream, and the user's own volume stays his (R19, R20).
struct DuckingTests {
  @Test func `a gain is reached in its time, straight in decibels`() throws {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: 0.1], ramp: .milliseconds(200))
    #expect(world.take() == ["heard 5"])
    world.pass(.milliseconds(100))
    #expect(world.take().last == "1 at 0.3162")
    world.pass(.milliseconds(100))
    let lines = world.take()
    #expect(lines.count == 10)
    #expect(lines.last == "1 at 0.1")
    world.pass(.seconds(1))
    #expect(world.take() == [])
  }

  @Test func `a ramp turns round midway, from where it is`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: 0.01], ramp: .milliseconds(200))
    world.pass(.milliseconds(100))
    #expect(world.take().last == "1 at 0.1")
    world.apply(6, [:])
    world.pass(.milliseconds(500))
    #expect(world.take().last == "1 at 0.3162")
    world.pass(.milliseconds(500))
    #expect(world.take().last == "1 at 1.0 again")
  }

  @Test func `the user's volume is multiplied, and kept when it changes meanwhile`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: 0.2])
    world.show(1, 1, soft: 0.2)
    #expect(world.take() == ["1 at 0.2", "heard 5"])
    world.show(1, 0.5, soft: 0.2)
    #expect(world.take() == ["1 at 0.1"])
    world.show(1, 0.5, soft: 0.1)
    world.apply(6, [:])
    world.pass(.seconds(1))
    #expect(world.take().last == "1 at 0.5 again")
  }

  @Test func `a write of the same volume ends ours, so ours is sent again`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: 0.2])
    world.show(1, 1, soft: 0.2)
    _ = world.take()
    world.show(1, 1, soft: 0.2)
    #expect(world.take() == ["1 at 0.2"])
    world.show(1, 1, soft: 0.2)
    #expect(world.take() == [])
  }

  @Test func `a stream of a program that is ducked is born at its gain`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.apply(5, [7: 0.2], ramp: .milliseconds(300))
    world.pass(.seconds(1))
    _ = world.take()
    world.add(2, pid: 10, role: "Music")
    #expect(world.take() == ["2 at 0.2"])
    // WirePlumber gives it the volume that it remembers.
    world.show(2, 0.5, soft: 0.2)
    #expect(world.take() == ["2 at 0.1"])
  }

  @Test func `an idle stream begins as low as anything is, and is given back with the last`() {
    var world = EnforcerWorld()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.add(2, pid: 20, role: "Music")
    world.show(2, 1)
    world.pass(.seconds(1))
    _ = world.take()
    world.apply(5, [7: 0.2])
    #expect(world.take() == ["1 at 0.2", "2 at 0.2", "heard 5"])
    world.apply(6, [:])
    #expect(world.take() == ["2 at 1.0 again", "heard 6"])
  }

  @Test func `a program that lowers itself isn't lowered twice`() {
    var world = EnforcerWorld {
      var adoption = Adoption()
      adoption.lowersItself = true
      $0.rules = AdoptionRules([AdoptionRule(name: "polite", adoption: adoption)])
    }
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    world.add(1, pid: 10, role: "Music")
    world.show(1, 1)
    world.run(1)
    world.apply(5, [9: 0.2])
    #expect(world.take() == ["heard 5"])
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .interrupted)])))
    world.apply(6, [9: nil])
    world.pass(.milliseconds(50))
    #expect(world.take().last == "1 at 0.0")
  }

  @Test func `a stream that its program lowers isn't lowered twice, but those beside it are`() {
    var world = EnforcerWorld()
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    for stream: UInt32 in [1, 2] {
      world.add(stream, pid: 10, role: "Music", lowersItself: stream == 1)
      world.show(stream, 1)
      world.run(stream)
    }
    world.apply(5, [9: 0.2])
    #expect(world.take() == ["2 at 0.2", "heard 5"])
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .interrupted)])))
    world.apply(6, [9: nil])
    world.pass(.milliseconds(50))
    let lines = world.take()
    #expect(lines.contains("1 at 0.0") && lines.contains("2 at 0.0"), "both are held: \(lines)")
  }

  @Test func `a stream that says so is lowered all the same if its program has no session`() {
    var world = EnforcerWorld()
    world.add(1, pid: 10, role: "Music", lowersItself: true)
    world.show(1, 1)
    world.run(1)
    world.opened(1, as: 7)
    world.activated(7)
    _ = world.take()
    world.apply(5, [7: 0.2])
    #expect(world.take() == ["1 at 0.2", "heard 5"])
  }

  @Test func `a program's own session is ducked, too (R58)`() {
    var world = EnforcerWorld()
    world.tell(.daemon(.others([OtherSession(session: 9, pid: 10, state: .active)])))
    world.add(1, pid: 10, role: "Music")
    world.show(1, 1)
    world.run(1)
    world.apply(5, [9: 0.2])
    #expect(world.take() == ["1 at 0.2", "heard 5"])
  }
}
