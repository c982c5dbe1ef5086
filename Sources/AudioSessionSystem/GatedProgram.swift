import CAudioSessionLinux
import Glibc

/// A child process that becomes its program when its gate is opened, and leads a process group.
///
/// If this process dies, the child is continued, or exits if its gate is still closed.
package struct GatedProgram: ~Copyable {
  /// A change of the child, as wait(2) reports it.
  package enum Change: Equatable, Sendable {
    case exited(status: CInt)
    case killed(signal: CInt)
    case stopped(signal: CInt)
    case continued
  }

  /// The settings of signals that the program shall find, as this process found them.
  package struct SignalSettings: Sendable {
    fileprivate let blocked: UInt64
    fileprivate let ignored: UInt64

    /// The present settings; to be asked before a signal is blocked or ignored.
    package static var current: SignalSettings {
      var ignored: UInt64 = 0
      for number in [SIGPIPE, SIGCHLD] where audiosession_signal_is_ignored(number) == 1 {
        ignored |= 1 << UInt64(number - 1)
      }
      return SignalSettings(blocked: audiosession_signals_blocked(), ignored: ignored)
    }
  }

  /// The pid, which is also the number of the process group.
  package let pid: Int32
  private var gate: FileDescriptor?
  private let failure: FileDescriptor
  /// Its end, with that of this process, makes the guard continue the group; a byte dismisses it.
  private let guardian: FileDescriptor

  /// Starts the child.
  ///
  /// - Parameters:
  ///   - path: The program's file, with a slash.
  ///   - arguments: The program's arguments, its name first.
  ///   - environment: Its environment, as `NAME=VALUE`.
  ///   - numbered: The variable that is set to the number with which the gate is opened.
  ///   - signals: What it shall find.
  /// - Throws: The error of fork(2). This process must have one thread only.
  package init(
    path: String,
    arguments: [String],
    environment: [String],
    numbered: String,
    signals: SignalSettings
  ) throws(Errno) {
    // The first variable is a buffer with room for the number's digits.
    let room = String(repeating: "0", count: 20)
    let words = ([path] + arguments + ["\(numbered)=\(room)"] + environment).map { strdup($0) }
    defer { for word in words { free(word) } }
    let first = arguments.count + 1
    words[first]?[numbered.utf8.count + 1] = 0
    var argumentPointers = words[1..<first] + [nil]
    var environmentPointers = words[first...] + [nil]
    var (gate, failure, guardian): (CInt, CInt, CInt) = (-1, -1, -1)
    pid = try SystemCall.perform(.fork) {
      argumentPointers.withUnsafeMutableBufferPointer { arguments in
        environmentPointers.withUnsafeMutableBufferPointer { environment in
          var program = audiosession_program()
          program.path = UnsafePointer(words[0])
          program.arguments = UnsafePointer(arguments.baseAddress)
          program.environment = environment.baseAddress
          program.blocked = signals.blocked
          program.ignored = signals.ignored
          return audiosession_program_start(&program, &gate, &failure, &guardian)
        }
      }
    }
    self.gate = FileDescriptor(gate)
    self.failure = FileDescriptor(failure)
    self.guardian = FileDescriptor(guardian)
  }

  /// Lets the child become its program.
  ///
  /// - Parameter number: The value of the variable; nil to leave it out.
  /// - Throws: `EPIPE` if it has ended already; after another error it exits.
  package mutating func begin(with number: UInt64?) throws(Errno) {
    defer { gate = nil }
    var word = number ?? 0
    if let number = gate?.number {
      try SystemCall.perform(.write) { write(number, &word, MemoryLayout<UInt64>.size) }
    }
  }

  /// A descriptor that becomes readable when the child has become its program, or couldn't; valid
  /// while this value lives.
  package var startNumber: CInt { failure.number }

  /// Checks a start, once ``startNumber`` is readable.
  ///
  /// - Throws: The error of execve(2).
  package func checkStart() throws(Errno) {
    var code: CInt = 0
    let failure = failure.number
    let count = try SystemCall.perform(.read) { read(failure, &code, MemoryLayout<CInt>.size) }
    if count > 0 { throw Errno(.execve, code) }
  }

  /// Lets the child exit without having become its program.
  package mutating func cancel() { gate = nil }

  /// Takes the next change; nil if there is none.
  ///
  /// A child that has ended isn't reaped, and the same is returned again.
  package func nextChange() throws(Errno) -> Change? {
    var value: CInt = 0
    let kind = try SystemCall.perform(.waitid) { audiosession_child_change(pid, &value) }
    switch kind {
    case 1: return .exited(status: value)
    case 2: return .killed(signal: value)
    case 3: return .stopped(signal: value)
    case 4: return .continued
    default: return nil
    }
  }

  /// Sends a signal to the child's group, whose number is its own until it is reaped.
  package func send(_ signal: CInt) { kill(-pid, signal) }

  /// Forgets the child that has ended, and continues what is left of its group.
  package func reap() {
    send(SIGCONT)
    // Once it is reaped, the group's number may become another's.
    var byte: UInt8 = 0
    _ = write(guardian.number, &byte, 1)
    _ = try? Subprocess.reap(pid)
  }
}
