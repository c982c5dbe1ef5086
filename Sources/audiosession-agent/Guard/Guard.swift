import AudioSessionSystem
import EventLoop
import Glibc

/// Keeps a guard process running, which repairs what a crash of this one would leave; see
/// ``GuardProcess``.
final class Guard: EventSource {
  /// The shortest time between the starts of two guards.
  private static let pause = Duration.seconds(1)

  /// The writing end of the guard's standard input; it closes however this process ends.
  private var lifeline: FileDescriptor?
  private var process: ProcessDescriptor?
  private(set) var pid: Int32?
  private var startTime: Duration?
  private(set) var deadline: Duration?
  private(set) var generation = 0
  /// The reason that there is no guard, for the log; nil if there is one, or none was wanted yet.
  private(set) var problem: String?

  /// The program to start with ``GuardProcess/argument``.
  private let program: String
  private let environment: [String: String]?

  /// - Parameters:
  ///   - program: The program to start; by default the agent's own file.
  ///   - environment: The guard's whole environment; nil for this process's.
  init(program: String = Guard.ownProgram, environment: [String: String]? = nil) {
    self.program = program
    self.environment = environment
  }

  private static var ownProgram: String {
    // By the file's own name the system's tools show it as what it is. An upgrade may have taken
    // that file away.
    let link = "/proc/self/exe"
    let file = SmallFile.target(ofLink: link) ?? link
    return access(file, X_OK) == 0 ? file : link
  }

  var descriptor: CInt? { process?.number }
  var interest: Poller.Interest { .reading }

  func dispatch(at now: Duration) {
    if pid != nil, (try? process?.hasEnded()) ?? true { bury(at: now) }
    if let deadline, now >= deadline { start(at: now) }
  }

  /// Starts the guard.
  ///
  /// Call it after taking the ledger: a guard could take it first otherwise.
  func start(at now: Duration) {
    guard pid == nil else { return }
    deadline = nil
    startTime = now
    do throws(Errno) {
      try spawn()
      problem = nil
    } catch {
      problem = "the guard can't be started: \(error)"
      deadline = now + Guard.pause
    }
    generation += 1
  }

  private func bury(at now: Duration) {
    if let pid {
      var status: CInt = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    }
    pid = nil
    process = nil
    lifeline = nil
    generation += 1
    deadline = max(now, (startTime ?? now) + Guard.pause)
  }

  private func spawn() throws(Errno) {
    // A pair of sockets and no pipe: it can be made so that no other child ever has an end of it.
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try SystemCall.perform(.socketpair) { socketpair(AF_UNIX, kind, 0, &ends) }
    let reading = FileDescriptor(ends[0])
    let writing = FileDescriptor(ends[1])
    let child = try spawn(input: reading.number)
    process = try ProcessDescriptor(pid: child)
    pid = child
    lifeline = consume writing
  }

  private func spawn(input: CInt) throws(Errno) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // It ends with the agent and not before, from its first moment on.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in GuardProcess.ignoredSignals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A group of its own: what a terminal or a script sends to the agent's group isn't meant for
    // it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let arguments = ["audiosession-agent", GuardProcess.argument]
    var words = arguments.map { strdup($0) } + [nil]
    var variables = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code =
      environment == nil
      ? posix_spawn(&child, program, &actions, &attributes, &words, environ)
      : posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Errno(.posix_spawn, code) }
    return child
  }
}
