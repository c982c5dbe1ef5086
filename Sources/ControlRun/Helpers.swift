import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The commands that pause and resume, one after the other.
struct Helpers: ~Copyable {
  private let commands: [Action.Helper: String]
  private let environment: [String]
  private let signals: GatedProgram.SignalSettings
  private var running: GatedProgram?
  /// The one that was run last.
  private var last: Action.Helper?
  /// The one that is wanted last; another one between them wouldn't change anything.
  private var wanted: (helper: Action.Helper, session: UInt64?)?

  init(
    _ request: RunRequest,
    _ environment: [String],
    _ signals: GatedProgram.SignalSettings
  ) {
    let commands: [Action.Helper: String?] = [
      .pause: request.pauseCommand, .resume: request.resumeCommand,
    ]
    self.commands = commands.compactMapValues { $0 }
    self.environment = environment
    self.signals = signals
  }

  /// Runs a command as soon as the one before it has ended.
  mutating func request(_ helper: Action.Helper, session: UInt64?) {
    wanted = (helper, session)
    advance()
  }

  /// Reaps the command that has ended, and runs the next one.
  mutating func reap() {
    guard hasEnded else { return }
    running = nil
    advance()
  }

  /// True if a command was running and has ended; it is reaped.
  private var hasEnded: Bool {
    switch running {
    case .none: return false
    case .some(let program):
      while let change = try? program.nextChange() {
        switch change {
        case .exited, .killed:
          program.reap()
          return true
        case .stopped, .continued: continue
        }
      }
      return false
    }
  }

  private var isIdle: Bool {
    switch running {
    case .none: true
    case .some: false
    }
  }

  private mutating func advance() {
    guard isIdle, let (helper, session) = wanted else { return }
    wanted = nil
    guard helper != last, let command = commands[helper] else { return }
    do {
      var program = try GatedProgram(
        path: "/bin/sh",
        arguments: ["sh", "-c", command],
        environment: environment,
        numbered: Environment.session,
        signals: signals
      )
      try program.begin(with: session)
      running = consume program
      last = helper
    } catch {
      StandardError.write("audiosessionctl: \(command.printable): \(error)")
    }
  }
}
