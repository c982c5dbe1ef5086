import Testing

@testable import AudioSessionMedia

/// What a player has its pipeline do, step by step.
struct PlaybackMachineTests {
  private typealias Order = PlaybackMachine.Order

  private static let buffer = Duration.milliseconds(50)
  private static let wait = Order.wait(.milliseconds(60), 2)

  private func machine() -> PlaybackMachine {
    PlaybackMachine(duration: .seconds(60), buffer: Self.buffer)
  }

  /// A machine whose sound is heard from a place on.
  private func playing(from place: Duration = .zero, loops: Int = 0) -> PlaybackMachine {
    var machine = machine()
    machine.setLoops(loops)
    _ = machine.move(to: place)
    _ = machine.play(at: nil)
    _ = machine.receive(.ready)
    if machine.stage == .placing { _ = machine.receive(.ready) }
    #expect(machine.stage == .playing)
    return machine
  }

  @Test func `from the beginning: opened and started, without a fade`() {
    var machine = machine()
    #expect(machine.play(at: nil) == [.connect, .open])
    #expect(machine.isRunning)
    #expect(machine.receive(.ready) == [.start(at: nil, fadeIn: .zero), .tell(.started)])
    #expect(machine.isHeard)
    #expect(machine.receive(.ended) == [.close, .tell(.finished)])
    #expect(machine.stage == .closed)
    #expect(machine.play(at: nil) == [.connect, .open], "and once more")
  }

  @Test func `from a place: moved there before it is started, with a fade`() {
    var machine = machine()
    #expect(machine.move(to: .seconds(30)) == [])
    #expect(machine.prepare() == [.connect])
    #expect(machine.play(at: nil) == [.open])
    #expect(machine.receive(.ready) == [.place(.seconds(30), rate: 1, repeats: false)])
    #expect(
      machine.receive(.ready) == [.start(at: nil, fadeIn: .milliseconds(10)), .tell(.started)]
    )
  }

  @Test func `a place outside of the sound is its beginning or its end`() {
    var machine = machine()
    _ = machine.move(to: .seconds(-1))
    #expect(machine.position == .zero)
    _ = machine.move(to: .seconds(90))
    #expect(machine.position == .seconds(60))
  }

  @Test func `a place that can't be moved to: from the beginning`() {
    var machine = machine()
    _ = machine.move(to: .seconds(30))
    _ = machine.play(at: nil)
    _ = machine.receive(.ready)
    #expect(machine.failToPlace() == [.start(at: nil, fadeIn: .zero), .tell(.started)])
  }

  @Test func `a pause: fades, waits until that was heard, closes, and goes on where it faded`() {
    var machine = playing()
    #expect(machine.pause() == [.fadeOut(over: .milliseconds(10)), .wait(.milliseconds(500), 1)])
    #expect(!machine.isRunning)
    #expect(machine.receive(.faded(.seconds(7))) == [Self.wait])
    #expect(machine.timeHasPassed(1) == [], "that of the longest fade means nothing any more")
    #expect(machine.timeHasPassed(2) == [.rest])
    #expect(machine.position == .seconds(7))
    #expect(machine.play(at: nil) == [.open])
  }

  @Test func `nobody asks for samples any more: a pause doesn't wait for ever`() {
    var machine = playing(from: .seconds(3))
    _ = machine.pause()
    #expect(machine.timeHasPassed(1) == [.rest])
    #expect(machine.position == .seconds(3))
  }

  @Test func `played on while it fades: opened again at once`() {
    var machine = playing()
    _ = machine.pause()
    #expect(machine.play(at: nil) == [])
    #expect(machine.isRunning)
    _ = machine.receive(.faded(.seconds(7)))
    #expect(machine.timeHasPassed(2) == [.rest, .open])
    #expect(machine.receive(.ready) == [.place(.seconds(7), rate: 1, repeats: false)])
  }

  @Test func `stopped: as a pause, but disconnected; and at rest at once`() {
    var machine = playing()
    _ = machine.stop()
    _ = machine.receive(.faded(.seconds(7)))
    #expect(machine.timeHasPassed(2) == [.close])
    #expect(machine.position == .seconds(7))
    #expect(machine.prepare() == [.connect])
    #expect(machine.stop() == [.close])
  }

  @Test func `moved while it plays: fades there, and begins at the new place`() {
    var machine = playing()
    _ = machine.move(to: .seconds(20))
    #expect(machine.isRunning)
    _ = machine.receive(.faded(.seconds(7)))
    #expect(machine.timeHasPassed(2) == [.rest, .open])
    #expect(machine.receive(.ready) == [.place(.seconds(20), rate: 1, repeats: false)])
  }

  @Test func `another rate: opened again where it was`() {
    var machine = playing()
    #expect(machine.setRate(1) == [])
    _ = machine.setRate(1.5)
    _ = machine.receive(.faded(.seconds(7)))
    #expect(machine.timeHasPassed(2) == [.rest, .open])
    #expect(machine.receive(.ready) == [.place(.seconds(7), rate: 1.5, repeats: false)])
  }

  @Test(arguments: [1, 2, 5]) func `repeated: decoded on without a gap, and then the end`(
    loops: Int
  ) {
    var machine = playing(loops: loops)
    for round in 1...loops {
      let order = Order.goOn(from: .zero, repeats: round < loops)
      #expect(machine.receive(.decoded) == [order], "round \(round)")
    }
    #expect(machine.receive(.ended) == [.close, .tell(.finished)])
  }

  @Test func `repeated for ever, until that is taken back`() {
    var machine = playing(loops: -1)
    for _ in 1...100 {
      #expect(machine.receive(.decoded) == [.goOn(from: .zero, repeats: true)])
    }
    machine.setLoops(0)
    #expect(machine.receive(.decoded) == [.goOn(from: .seconds(60), repeats: false)])
    #expect(machine.receive(.ended) == [.close, .tell(.finished)])
  }

  @Test func `repetitions that are set while it plays: begun again at its end`() {
    var machine = playing()
    machine.setLoops(1)
    #expect(machine.receive(.ended) == [.rest, .open])
    _ = machine.receive(.ready)
    #expect(machine.receive(.ready) == [.start(at: nil, fadeIn: .zero), .tell(.started)])
  }

  @Test func `at a time: opened as long before as it may take, and started then`() {
    var machine = machine()
    let time = Duration.seconds(100)
    #expect(machine.play(at: time) == [.connect, .waitUntil(time - .milliseconds(60), 1)])
    #expect(machine.isRunning)
    #expect(machine.timeHasPassed(1) == [.open])
    #expect(machine.receive(.ready) == [.start(at: time, fadeIn: .zero), .tell(.started)])
  }

  @Test func `paused before its time: it never begins`() {
    var machine = machine()
    _ = machine.play(at: .seconds(100))
    #expect(machine.pause() == [.rest])
    #expect(machine.timeHasPassed(1) == [])
  }

  @Test func `failed: disconnected, told once, and played anew if that is asked`() {
    let error = MediaError(.device, "gone")
    var machine = playing()
    #expect(machine.receive(.failed(error)) == [.close, .tell(.failed(error))])
    #expect(machine.receive(.failed(error)) == [])
    #expect(machine.receive(.faded(.zero)) == [])
    #expect(machine.play(at: nil) == [.connect, .open])
  }
}
