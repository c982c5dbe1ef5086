import AudioSessionSystem
import ControlCore
import Glibc

/// The commands that a command line gives for events.
struct Hooks: Sendable {
  private let commands: [HeardChange.Event: String]
  /// The command for each change, whatever it is.
  let commandForChange: String?

  /// The options for commands, with the events that they are for.
  private static let table: [(event: HeardChange.Event, meaning: String)] = [
    (.began, "Run this when it is interrupted."),
    (.ended, "Run this when the interruption is over."),
    (.resume, "Run this when it plays again after that."),
    (.duck, "Run this when its gain changes."),
  ]

  static let options: [Verb.Option] =
    table.map { event, meaning in
      .init(name: "on-\(event.rawValue)", value: .text("COMMAND"), meaning: meaning)
    } + [.init(name: "on-change", value: .text("COMMAND"), meaning: "Run this at each change.")]

  init(_ invocation: Invocation) {
    commands = Hooks.table.reduce(into: [:]) { commands, row in
      commands[row.event] = invocation.value("on-\(row.event.rawValue)")
    }
    commandForChange = invocation.value("on-change")
  }

  var isEmpty: Bool { commands.isEmpty && commandForChange == nil }

  /// The command for an event; nil if there is none.
  func command(for event: HeardChange.Event) -> String? { commands[event] }

  /// The commands for a change, in the order of its events.
  func commands(for change: HeardChange) -> [(event: HeardChange.Event, command: String)] {
    let single = change.events.compactMap { event in
      commands[event].map { (event: event, command: $0) }
    }
    return single + (commandForChange.map { [(change.mainEvent, $0)] } ?? [])
  }
}

/// Commands that are run by the shell one after the other, in the order in which they were added.
struct CommandQueue: ~Copyable {
  private struct Command {
    var text: String
    var environment: [String: String]

    /// True if it is the same command for the same session, so that only the last one matters.
    func repeats(_ other: Command) -> Bool {
      let session = "AUDIOSESSION_ID"
      return text == other.text && environment[session] == other.environment[session]
    }
  }

  private var waiting: [Command] = []
  private var process: pid_t?
  private var descriptor: ProcessDescriptor?

  /// More commands than these wait only if one of them hangs; those that are repeated are left out
  /// then, so that each session's last commands are run in any case.
  private static let mostWaiting = 1024

  /// With more than these, whose sessions have long been closed, the oldest is left out.
  private static let mostOfAll = 65_536

  /// Becomes readable when the command that runs has ended; nil if none runs.
  var number: CInt? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }

  /// Adds a command with its environment, and runs it when those before it have ended.
  mutating func add(_ text: String, _ environment: [String: String]) {
    let command = Command(text: text, environment: environment)
    if waiting.count >= CommandQueue.mostWaiting {
      let former = waiting.firstIndex(where: command.repeats)
      if let index = former ?? (waiting.count < CommandQueue.mostOfAll ? nil : 0) {
        waiting.remove(at: index)
        StandardError.write("audiosessionctl: a command hangs; an older one is left out")
      }
    }
    waiting.append(command)
    advance()
  }

  /// Reaps the command that has ended, and runs the next.
  mutating func advance() {
    if let process {
      let ending: Subprocess.Ending?
      do {
        ending = try Subprocess.reap(process)
        if ending == nil { return }
      } catch {
        ending = nil
      }
      end()
      CommandQueue.tell(ending)
    }
    while process == nil, !waiting.isEmpty { start(waiting.removeFirst()) }
  }

  private mutating func end() {
    process = nil
    descriptor = nil
  }

  /// Waits until all commands have ended.
  mutating func drain() {
    while let process {
      let ending = try? Subprocess.wait(for: process)
      end()
      CommandQueue.tell(ending)
      advance()
    }
  }

  private static func tell(_ ending: Subprocess.Ending?) {
    switch ending {
    case nil, .exited(status: 0): break
    case .exited(let status):
      StandardError.write("audiosessionctl: a command ended with status \(status)")
    case .killed(let signal):
      StandardError.write("audiosessionctl: a command ended by signal \(signal)")
    }
  }

  private mutating func start(_ command: Command) {
    var shell = Subprocess(shell: command.text)
    shell.environment = ProgramEnvironment.texts(with: command.environment)
    // Standard input is this program's.
    shell.input = .null
    shell.blockedSignals = []
    shell.handlesSignalsByDefault = true
    do {
      let pid = try shell.start()
      process = pid
      descriptor = try? ProcessDescriptor(pid: pid)
    } catch {
      let reason = String(cString: strerror(error.code))
      StandardError.write("audiosessionctl: can't run a command: \(reason)")
    }
  }
}
