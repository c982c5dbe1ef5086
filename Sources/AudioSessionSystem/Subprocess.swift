import Glibc

/// How another program is started as a child.
package struct Subprocess {
  /// What one of the child's standard streams is.
  package enum Stream: Sendable {
    /// The same as this program's.
    case inherited
    /// `/dev/null`.
    case null
    /// A copy of an open descriptor of this program.
    case descriptor(CInt)
  }

  /// The program's name, which is looked for in the search path, or its path with a slash.
  private let program: String
  /// The arguments, the program's name first.
  private let arguments: [String]
  /// The environment, as `NAME=VALUE`; nil: this program's.
  package var environment: [String]?
  package var input = Stream.inherited
  package var output = Stream.inherited
  package var errors = Stream.inherited
  /// The signals that are blocked at first; nil: those that this program blocks.
  package var blockedSignals: [CInt]?
  /// Whether every signal does by default what it does, also if this program ignores it.
  package var handlesSignalsByDefault = false
  /// Whether it leads a process group, so that signals to this program's group don't reach it.
  package var leadsGroup = false

  /// - Parameters:
  ///   - arguments: The arguments, the program's name first.
  ///   - program: Its path, if it isn't that name.
  package init(_ arguments: [String], program: String? = nil) {
    self.program = program ?? arguments.first ?? ""
    self.arguments = arguments
  }

  /// A command that the shell carries out.
  package init(shell command: String) { self.init(["sh", "-c", command], program: "/bin/sh") }

  /// Starts the program.
  ///
  /// - Returns: The child's pid; the caller has to reap it, by ``wait(for:)`` for example.
  /// - Throws: The error of posix_spawnp(3).
  package func start() throws(Errno) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, number, flags) in [
      (input, STDIN_FILENO, O_RDONLY), (output, STDOUT_FILENO, O_WRONLY),
      (errors, STDERR_FILENO, O_WRONLY),
    ] {
      switch stream {
      case .inherited: break
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
      case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setAttributes(&attributes)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code =
      environment == nil
      ? posix_spawnp(&child, program, &actions, &attributes, &words, environ)
      : posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Errno(.posix_spawn, code) }
    return child
  }

  private func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var flags: CInt = 0
    var signals = sigset_t()
    if let blockedSignals {
      sigemptyset(&signals)
      for signal in blockedSignals { sigaddset(&signals, signal) }
      posix_spawnattr_setsigmask(&attributes, &signals)
      flags |= CInt(POSIX_SPAWN_SETSIGMASK)
    }
    if handlesSignalsByDefault {
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      flags |= CInt(POSIX_SPAWN_SETSIGDEF)
    }
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= CInt(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Waits until a child has ended, and reaps it.
  ///
  /// - Returns: How it has ended.
  /// - Throws: The error of waitpid(2): `ECHILD` if there is no such child.
  package static func wait(for child: Int32) throws(Errno) -> Ending {
    var status: CInt = 0
    try SystemCall.perform(.waitpid) { waitpid(child, &status, 0) }
    return Ending(status)
  }

  /// Reaps a child if it has ended; nil if it runs.
  ///
  /// - Throws: The error of waitpid(2): `ECHILD` if there is no such child.
  package static func reap(_ child: Int32) throws(Errno) -> Ending? {
    var status: CInt = 0
    let reaped = try SystemCall.perform(.waitpid) { waitpid(child, &status, WNOHANG) }
    return reaped == 0 ? nil : Ending(status)
  }

  /// How a child has ended.
  package enum Ending: Equatable, Sendable {
    case exited(status: CInt)
    case killed(signal: CInt)

    fileprivate init(_ status: CInt) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited(status: status >> 8 & 0xff) : .killed(signal: signal)
    }
  }
}
