import AudioSessionTypes
import Testing

@testable import Enforcement

/// What a program with a session of its own mutes, and what its user does (R68).
struct MuteTests {
  /// A program that plays by stream 1 and captures by stream 2, with session 7 of its own.
  private func world() -> EnforcerWorld {
    var world = EnforcerWorld()
    world.tell(.daemon(.others([OtherSession(session: 7, pid: 10, state: .active)])))
    world.add(1, pid: 10, role: "Music")
    world.show(1, 0.5)
    world.run(1)
    world.addInput(2, pid: 10)
    world.show(2, 1)
    world.run(2)
    world.pass(.seconds(2))
    _ = world.take()
    return world
  }

  private func mute(_ muted: SoundDirections, of session: UInt64 = 7) -> EnforcerEvent {
    let target = Target(session: session, gain: 1, isHeld: false, ramp: .zero, muted: muted)
    return .daemon(.targets(muted.isEmpty ? [] : [target], seq: 5))
  }

  @Test func `its program's mute silences the streams of that direction, and no others`() {
    for (direction, stream) in [(SoundDirections.output, 1), (.input, 2)] {
      var world = world()
      world.tell(mute(direction))
      world.pass(.milliseconds(100))
      #expect(world.take().last == "\(stream) at 0.0")
      world.show(UInt32(stream), stream == 1 ? 0.5 : 1, soft: 0)
      world.tell(mute([]))
      world.pass(.milliseconds(100))
      #expect(world.take().last == "\(stream) at \(stream == 1 ? 0.5 : 1.0) again")
      #expect(world.enforcer.isAtRest)
    }
  }

  @Test func `a stream that begins under a mute begins silent`() {
    var world = world()
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    _ = world.take()
    world.add(3, pid: 10, role: "Music")
    world.show(3, 1)
    world.run(3)
    #expect(world.take().contains("3 at 0.0"))
  }

  @Test func `its user's mute is reported, and never taken for its program's`() {
    var world = world()
    world.show(1, 0.5, isMuted: true)
    #expect(world.take() == ["of 7 output is muted"])
    world.show(2, 1, isMuted: true)
    #expect(world.take() == ["of 7 input and output is muted"])
    world.show(1, 0.5)
    #expect(world.take() == ["of 7 input is muted"])
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    world.show(1, 0.5, soft: 0)
    #expect(!world.take().contains { $0.contains("muted") })
  }

  @Test func `of several streams all have to be muted, and one that goes counts no more`() {
    var world = world()
    world.add(3, pid: 10, role: "Music")
    world.show(3, 1)
    world.show(1, 0.5, isMuted: true)
    _ = world.take()
    world.remove(3)
    #expect(world.take() == ["of 7 output is muted"])
    world.remove(1)
    #expect(world.take() == ["of 7 nothing is muted"])
  }

  @Test func `who turns up or unmutes what its program has muted is told of, and hears nothing`() {
    var world = world()
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    world.show(1, 0.5, soft: 0)
    _ = world.take()
    world.show(1, 0.8, soft: 0)
    world.pass(.milliseconds(100))
    #expect(world.take() == ["of 7 nothing is muted, and is to be heard", "1 at 0.0"])
    world.show(1, 0.8, soft: 0, isMuted: true)
    _ = world.take()
    world.show(1, 0.8, soft: 0)
    let lines = world.take()
    #expect(lines.first == "of 7 output is muted, and is to be heard")
    #expect(lines.contains("of 7 nothing is muted"))
    #expect(!lines.contains { $0.hasSuffix("again") })
  }

  @Test func `after the daemon has gone nothing is muted, and its successor is told anew`() {
    var world = world()
    world.show(2, 1, isMuted: true)
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    world.show(1, 0.5, soft: 0)
    _ = world.take()
    world.tell(.daemon(.lost))
    world.pass(.milliseconds(100))
    #expect(world.take().last == "1 at 0.5 again")
    world.connect()
    world.tell(.daemon(.others([OtherSession(session: 3, pid: 10, state: .inactive)])))
    #expect(world.take().contains("of 3 input is muted"))
  }

  @Test func `of several sessions the active ones decide`() {
    var world = world()
    world.tell(.daemon(.others([OtherSession(session: 8, pid: 10, state: .inactive)])))
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    #expect(world.take().last == "1 at 0.0")
    world.tell(.daemon(.others([OtherSession(session: 8, pid: 10, state: .active)])))
    world.tell(mute(.output))
    world.pass(.milliseconds(100))
    #expect(world.take().last == "1 at 0.5 again")
  }

  @Test func `a session that closes takes its mute with it`() {
    var world = world()
    world.show(1, 0.5, isMuted: true)
    _ = world.take()
    world.tell(.daemon(.othersClosed([7])))
    #expect(!world.take().contains { $0.hasPrefix("of 7") })
  }
}
