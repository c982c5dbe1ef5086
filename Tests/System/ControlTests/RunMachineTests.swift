import AudioSessionClient
import AudioSessionWire
import Glibc
import Testing

@testable import ControlCore
@testable import ControlRun

/// The decisions of `run`, event by event: actions are compared whole.
struct RunMachineTests {
  /// A machine and its clock.
  private struct World {
    private(set) var machine: Machine
    private(set) var now: Int64 = 1_000_000_000
    /// What it did at the beginning.
    let beginning: [Action]

    init(_ change: (inout Settings) -> Void = { _ in }) {
      var settings = Settings(name: "mpv")
      change(&settings)
      machine = Machine(settings, socket: "/s")
      beginning = machine.begin(at: now)
    }

    /// One whose command runs with an active session.
    static func playing(_ change: (inout Settings) -> Void = { _ in }) -> World {
      var world = World(change)
      #expect(world.tell(.opened, .granted) == [.activate, .start(hasSession: true)])
      return world
    }

    mutating func tell(_ events: Event...) -> [Action] {
      events.flatMap { machine.handle($0, at: now) }
    }

    /// Lets the time of the next deadline come; what is done then.
    mutating func passTime() -> Step? {
      guard let deadline = machine.deadline else { return nil }
      let milliseconds = (deadline - now) / 1_000_000
      now = deadline
      return Step(after: milliseconds, actions: machine.handle(.timePassed, at: now))
    }

    /// Lets time pass that is too short for any deadline.
    mutating func wait(milliseconds: Int64) { now += milliseconds * 1_000_000 }
  }

  /// What is done when the time of a deadline comes, and after how many milliseconds that is.
  private struct Step: Equatable {
    let after: Int64
    let actions: [Action]
  }

  private static let call = ErrorReply(
    code: 561_017_449,
    message: "The phone.",
    data: .init(name: "insufficientPriority")
  )
  private static let refused = Event.refused(call)
  private static let failure = Action.finish(.failure(.client(.refused(call), at: "/s")))
  private static let silence =
    "the daemon at /s didn't reply in time; `--timeout` allows it more"
  private static let gone = Failure.daemonWent("gone")
  private static let hold: [Action] = [.explain, .takeTerminal, .send(SIGSTOP)]
  private static let go: [Action] = [.giveTerminal(isForced: false), .send(SIGCONT)]
  private static let stopped = Event.command(.stopped(SIGSTOP, .none))

  @Test func `the session is active before the command starts, and ends with it`() {
    var world = World()
    #expect(world.beginning == [.connect, .open])
    #expect(world.tell(.opened) == [.activate])
    #expect(world.tell(.granted) == [.start(hasSession: true)])
    #expect(world.machine.deadline == nil)
    #expect(
      world.tell(.command(.ended(7))) == [
        .reclaimTerminal(restoresModes: false), .finish(.status(7)),
      ]
    )
  }

  @Test func `an interruption stops it, and it goes on when it should resume`() {
    var world = World.playing()
    #expect(world.tell(.interrupted, Self.stopped) == Self.hold)
    #expect(world.tell(.ended(shouldResume: true)) == [.activate])
    #expect(world.tell(.recommended(shouldResume: true)) == [])
    #expect(world.tell(.granted, .command(.continued)) == Self.go)
    // Before the first stop was reported.
    #expect(world.tell(.interrupted, .ended(shouldResume: true)) == Self.hold + [.activate])
    #expect(world.tell(.granted) == Self.go)
  }

  @Test func `refused at its resumption, it stays stopped until it is recommended`() {
    var world = World.playing()
    _ = world.tell(.interrupted, Self.stopped, .ended(shouldResume: true))
    #expect(world.tell(Self.refused) == [.tell("mpv: \(Self.call.sentence)")])
    #expect(world.tell(.recommended(shouldResume: true), .granted) == [.activate] + Self.go)
  }

  @Test func `without the recommendation it stays stopped until its user continues it`() {
    var world = World.playing()
    _ = world.tell(.interrupted, Self.stopped)
    let words =
      "mpv stays paused, since nothing resumes it; "
      + "send SIGCONT to this program to continue it"
    #expect(world.tell(.ended(shouldResume: false)) == [.tell(words)])
    #expect(world.tell(.signal(SIGCONT), .granted) == [.activate] + Self.go)
    // During the interruption, the daemon decides.
    _ = world.tell(.interrupted, Self.stopped)
    #expect(
      world.tell(.signal(SIGCONT), Self.refused) == [
        .activate, .tell("mpv: \(Self.call.sentence)"),
      ]
    )
    #expect(world.tell(.ended(shouldResume: true), .granted) == [.activate] + Self.go)
  }

  @Test func `continued by another program, it is stopped again if the daemon refuses`() {
    var world = World.playing()
    _ = world.tell(.interrupted, Self.stopped)
    #expect(world.tell(.command(.continued)) == [.activate])
    let words = Action.tell("mpv: \(Self.call.sentence)")
    #expect(world.tell(Self.refused) == [words, .takeTerminal, .send(SIGSTOP)])
  }

  @Test func `each reaction to an interruption`() {
    var ignoring = World.playing { $0.reaction = .ignore }
    #expect(ignoring.tell(.interrupted) == [])
    #expect(ignoring.tell(.ended(shouldResume: true), .granted) == [.activate])
    var ending = World.playing { $0.reaction = .terminate }
    #expect(ending.tell(.interrupted) == [.explain, .send(SIGTERM)] + Self.go)
    var pausing = World.playing { $0.reaction = .pause }
    #expect(pausing.tell(.interrupted) == [.explain, .run(.pause)])
    #expect(
      pausing.tell(.ended(shouldResume: true), .granted) == [.activate, .run(.resume)]
    )
  }

  @Test func `an evicted session ends its command, unless interruptions are ignored`() {
    let words = Action.tell("mpv: its session was evicted")
    var world = World.playing()
    #expect(world.tell(.evicted) == [words, .send(SIGTERM)] + Self.go)
    var ignoring = World.playing { $0.reaction = .ignore }
    #expect(ignoring.tell(.evicted) == [words])
  }

  @Test func `refused at first, it isn't run, or waits for its turn`() {
    var world = World()
    #expect(world.tell(.opened, Self.refused) == [.activate, Self.failure])
    var patient = World { $0.patience = .unlimited }
    let words = Action.tell("mpv waits: \(Self.call.sentence)")
    #expect(patient.tell(.opened, Self.refused) == [.activate, words])
    #expect(patient.machine.deadline == nil)
    #expect(
      patient.tell(.recommended(shouldResume: true), .granted) == [
        .activate, .start(hasSession: true),
      ]
    )
    var hasty = World { $0.patience = .atMost(.seconds(3)) }
    _ = hasty.tell(.opened, Self.refused)
    // Another refusal is neither news nor more time.
    #expect(hasty.tell(.recommended(shouldResume: true), Self.refused) == [.activate])
    #expect(hasty.passTime().map { $0.after } == 3000)
    var outOfTurn = World { $0.patience = .unlimited }
    let watch: [Action] = [.watch(true)]
    #expect(outOfTurn.tell(.opened, Self.refused) == [.activate, words])
    #expect(outOfTurn.tell(.recommended(shouldResume: false)) == watch)
    #expect(outOfTurn.passTime()?.actions == [.probe])
    #expect(outOfTurn.tell(.probed(isFree: false)) == [])
    #expect(outOfTurn.machine.deadline == nil)
    #expect(outOfTurn.tell(.decided, .decided) == [])
    #expect(outOfTurn.passTime()?.actions == [.probe])
    #expect(outOfTurn.tell(.probed(isFree: true)) == [.activate])
    #expect(outOfTurn.tell(.granted) == [.watch(false), .start(hasSession: true)])
  }

  @Test func `an interruption before it has begun holds nothing`() {
    var world = World { $0.patience = .unlimited }
    _ = world.tell(.opened, Self.refused)
    #expect(world.tell(.interrupted) == [])
    #expect(
      world.tell(.ended(shouldResume: true), .granted) == [.activate, .start(hasSession: true)]
    )
  }

  @Test func `a wrong description isn't waited for`() {
    let error = ErrorReply(code: -50, message: "No.", data: .init(name: "badParam"))
    let failure = Action.finish(.failure(.client(.refused(error), at: "/s")))
    var world = World { $0.patience = .unlimited }
    #expect(world.tell(.notOpened(error)) == [failure])
    var refused = World { $0.patience = .unlimited }
    #expect(refused.tell(.opened, .refused(error)) == [.activate, failure])
  }

  @Test func `without a daemon it runs all the same, unless that is forbidden`() {
    var world = World()
    let words = Action.tell("mpv runs without a session: gone", isNeeded: true)
    #expect(world.tell(.disconnected(Self.gone)) == [words, .start(hasSession: false)])
    // It joins one that comes.
    let attempt = world.passTime()
    #expect(attempt?.after == 100)
    #expect(attempt?.actions == [.connect, .open])
    #expect(world.tell(.opened, .granted) == [.activate])
    var strict = World { $0.isStrict = true }
    #expect(strict.tell(.disconnected(Self.gone)) == [.finish(.failure(Self.gone))])
  }

  @Test func `a daemon that doesn't answer delays it by a second, and its late answer counts`() {
    let words = Action.tell("mpv runs without a session: \(Self.silence)", isNeeded: true)
    var granted = World()
    #expect(granted.passTime() == Step(after: 1000, actions: [words, .start(hasSession: false)]))
    #expect(granted.machine.deadline == nil)
    #expect(granted.tell(.opened, .granted) == [.activate])
    var refused = World { $0.timeout = .seconds(3) }
    #expect(refused.passTime() == Step(after: 3000, actions: [words, .start(hasSession: false)]))
    let refusal = Action.tell("mpv: \(Self.call.sentence)")
    #expect(
      refused.tell(.opened, Self.refused) == [.activate, refusal, .takeTerminal, .send(SIGSTOP)]
    )
    var strict = World { $0.isStrict = true }
    let failure = Action.finish(.failure(.client(.timedOut, at: "/s")))
    #expect(strict.passTime() == Step(after: 1000, actions: [failure]))
  }

  @Test func `the second is for all answers together, up to that to the activation`() {
    var world = World()
    world.wait(milliseconds: 700)
    #expect(world.tell(.opened) == [.activate])
    let early = "mpv runs before its session is active: \(Self.silence)"
    let start: [Action] = [.tell(early, isNeeded: true), .start(hasSession: true)]
    #expect(world.passTime() == Step(after: 300, actions: start))
    #expect(world.tell(.granted, .interrupted) == Self.hold)
    // A daemon that ends before it has answered has the rest of the second to come back.
    var ended = World()
    #expect(ended.tell(.opened, .disconnected(Self.gone)) == [.activate])
    #expect(ended.passTime() == Step(after: 100, actions: [.connect, .open]))
    let words = Action.tell("mpv runs without a session: \(Self.silence)", isNeeded: true)
    #expect(ended.passTime() == Step(after: 900, actions: [words, .start(hasSession: false)]))
  }

  @Test func `a command waiting for its turn: waits 1 s per answer, 5 s for a new daemon`() {
    var world = World { $0.patience = .unlimited }
    _ = world.tell(.opened, Self.refused)
    #expect(world.tell(.recommended(shouldResume: true)) == [.activate])
    let early = "mpv runs before its session is active: \(Self.silence)"
    let start: [Action] = [.tell(early, isNeeded: true), .start(hasSession: true)]
    #expect(world.passTime() == Step(after: 1000, actions: start))
    var reset = World { $0.patience = .unlimited }
    _ = reset.tell(.opened, Self.refused)
    #expect(reset.tell(.wereReset) == [.open])
    let words = "mpv runs without a session: the daemon has gone"
    let alone: [Action] = [.tell(words, isNeeded: true), .start(hasSession: false)]
    #expect(reset.passTime() == Step(after: 5000, actions: alone))
  }

  @Test func `a daemon that goes leaves what plays alone, and finds it again`() {
    var world = World.playing()
    #expect(world.tell(.disconnected(Self.gone)) == [])
    var pauses: [Int64] = []
    for _ in 0..<5 {
      guard let attempt = world.passTime() else { break }
      pauses.append(attempt.after)
      #expect(attempt.actions == [.connect, .open])
      _ = world.tell(.disconnected(Self.gone))
    }
    #expect(pauses == [100, 200, 400, 800, 1000])
    #expect(world.tell(.opened) == [.activate])
    let words = Action.tell("mpv: \(Self.call.sentence)")
    #expect(world.tell(Self.refused) == [words, .takeTerminal, .send(SIGSTOP)])
  }

  @Test func `a stopped command after a daemon's restart: resumes once nothing interrupts it`() {
    var world = World.playing()
    _ = world.tell(.interrupted, Self.stopped)
    #expect(world.tell(.wereReset) == [.open])
    #expect(world.tell(.opened) == [.watch(true)])
    let first = world.passTime()
    #expect(first?.after == 2000)
    #expect(first?.actions == [.probe])
    #expect(world.tell(.probed(isFree: false), .decided) == [])
    #expect(world.passTime()?.actions == [.probe])
    #expect(
      world.tell(.probed(isFree: true), .granted) == [.activate, .watch(false)] + Self.go
    )
  }

  @Test func `a stopped command whose daemon doesn't return: continues after five seconds`() {
    var world = World.playing()
    _ = world.tell(.interrupted, Self.stopped, .disconnected(Self.gone))
    var time: Int64 = 0
    var actions: [Action] = []
    while time < 5000, let next = world.passTime() {
      time += next.after
      actions = next.actions
      if actions.contains(.connect) { _ = world.tell(.disconnected(Self.gone)) }
    }
    #expect(time == 5000)
    #expect(actions == Self.go)
  }
}
