import AudioSessionClient
import AudioSessionWire
import Glibc
import Testing

@testable import ControlCore
@testable import ControlRun

/// What `run` does as a shell does it: jobs, keys, signals.
struct RunJobTests {
  /// One whose command runs with an active session.
  private static func playing(_ reaction: Settings.Reaction = .stop) -> Machine {
    var machine = Machine(Settings(name: "mpv", reaction: reaction), socket: "/s")
    _ = machine.begin(at: 0)
    _ = machine.handle(.opened, at: 0)
    #expect(machine.handle(.granted, at: 0) == [.start(hasSession: true)])
    return machine
  }

  private static let go: [Action] = [.giveTerminal(isForced: false), .send(SIGCONT)]
  private static let refusal = ErrorReply(
    code: 561_017_449,
    message: "The phone.",
    data: .init(name: "insufficientPriority")
  )

  @Test func `stopped at the terminal it gives up its session, and asks for it when continued`() {
    var machine = Self.playing()
    #expect(
      machine.handle(.command(.stopped(SIGTSTP, .command)), at: 0) == [
        .deactivate, .takeTerminal, .suspend,
      ]
    )
    // What crosses the deactivation on the wire is about a session that is given up.
    #expect(machine.handle(.interrupted, at: 0) == [])
    #expect(machine.handle(.signal(SIGCONT), at: 0) == [.activate])
    #expect(machine.handle(.granted, at: 0) == Self.go)
    #expect(machine.handle(.command(.continued), at: 0) == [])
  }

  @Test func `a job that is continued and refused stays stopped until it may play`() {
    var machine = Self.playing()
    _ = machine.handle(.command(.stopped(SIGTSTP, .own)), at: 0)
    _ = machine.handle(.signal(SIGCONT), at: 0)
    #expect(
      machine.handle(.refused(Self.refusal), at: 0) == [
        .tell("mpv: \(Self.refusal.sentence)"), .takeTerminal, .send(SIGSTOP),
      ]
    )
    #expect(machine.handle(.recommended(shouldResume: true), at: 0) == [.activate])
    #expect(machine.handle(.granted, at: 0) == Self.go)
  }

  @Test func `a command stopped for lack of the terminal: given it, or stopped as a job`() {
    var machine = Self.playing()
    #expect(
      machine.handle(.command(.stopped(SIGTTIN, .own)), at: 0) == [
        .giveTerminal(isForced: true), .send(SIGCONT),
      ]
    )
    #expect(
      machine.handle(.command(.stopped(SIGTTOU, .other)), at: 0) == [
        .deactivate, .takeTerminal, .suspend,
      ]
    )
    // Without a shell nobody could continue this program.
    var orphan = Self.playing()
    #expect(orphan.handle(.command(.stopped(SIGTSTP, .none)), at: 0) == Self.go)
    #expect(orphan.handle(.command(.stopped(SIGSTOP, .none)), at: 0) == [.deactivate])
    #expect(orphan.handle(.command(.continued), at: 0) == [.activate])
  }

  @Test func `signals are passed on, and one that ends reaches what is stopped`() {
    var machine = Self.playing()
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGTSTP] {
      #expect(machine.handle(.signal(signal), at: 0) == [.send(signal)])
    }
    #expect(machine.handle(.signal(SIGCONT), at: 0) == [])
    _ = machine.handle(.interrupted, at: 0)
    #expect(machine.handle(.signal(SIGUSR1), at: 0) == [.send(SIGUSR1)])
    #expect(machine.handle(.signal(SIGTERM), at: 0) == [.send(SIGTERM)] + Self.go)
  }

  @Test func `the key that stops a job stops one that is interrupted`() {
    var machine = Self.playing()
    _ = machine.handle(.interrupted, at: 0)
    _ = machine.handle(.command(.stopped(SIGSTOP, .own)), at: 0)
    #expect(machine.handle(.signal(SIGTSTP), at: 0) == [.deactivate, .suspend])
    #expect(machine.handle(.ended(shouldResume: true), at: 0) == [])
    #expect(machine.handle(.signal(SIGCONT), at: 0) == [.activate])
  }

  @Test func `a command stopped by its user: not continued when the daemon goes away`() {
    var machine = Self.playing()
    _ = machine.handle(.interrupted, at: 0)
    _ = machine.handle(.command(.stopped(SIGSTOP, .own)), at: 0)
    _ = machine.handle(.signal(SIGTSTP), at: 0)
    _ = machine.handle(.disconnected(.daemonWent("gone")), at: 0)
    #expect(machine.handle(.timePassed, at: 60_000_000_000) == [.connect, .open])
  }

  @Test func `a command paused by a helper: resumed by a helper, also after a stop`() {
    var machine = Self.playing(.pause)
    _ = machine.handle(.interrupted, at: 0)
    #expect(
      machine.handle(.command(.stopped(SIGTSTP, .command)), at: 0) == [
        .deactivate, .takeTerminal, .suspend,
      ]
    )
    #expect(machine.handle(.signal(SIGCONT), at: 0) == [.activate])
    #expect(machine.handle(.granted, at: 0) == [.run(.resume)] + Self.go)
  }

  @Test func `a signal ends it while it waits`() {
    var machine = Machine(Settings(name: "mpv", patience: .unlimited), socket: "/s")
    _ = machine.begin(at: 0)
    _ = machine.handle(.opened, at: 0)
    _ = machine.handle(.refused(Self.refusal), at: 0)
    #expect(machine.handle(.signal(SIGTSTP), at: 0) == [.suspend])
    #expect(machine.handle(.signal(SIGCONT), at: 0) == [])
    #expect(machine.handle(.signal(SIGINT), at: 0) == [.finish(.status(130))])
  }
}
