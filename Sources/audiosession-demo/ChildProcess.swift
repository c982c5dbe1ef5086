import Glibc

/// A process that the demo started; it ends at the latest when nobody refers to it any more.
final class ChildProcess {
  /// The conversation with it.
  let channel: LineChannel
  private var processID: pid_t?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: What it is started with, without its name.
  ///   - descriptor: Where it finds its end of the conversation.
  /// - Throws: Why there is no process.
  init(path: String, arguments: [String], talkingOver descriptor: CInt) throws(Failure) {
    let (ours, theirs) = try LineChannel.pair()
    channel = ours
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, theirs.number, descriptor)
    var attributes = ChildProcess.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var environment = ChildProcess.environment().map { strdup($0) } + [nil]
    defer { for pointer in words + environment { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &words, &environment)
    guard code == 0 else { throw .unusable("\(path): \(String(cString: strerror(code)))") }
    processID = child
  }

  deinit { kill() }

  /// Kills the process as a crash would, and waits until it is gone.
  func kill() {
    guard let child = processID else { return }
    processID = nil
    Glibc.kill(child, SIGKILL)
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
  }

  /// The demo blocks signals and has the terminal's; neither is to reach what it starts.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  /// Nothing of the user's surroundings but where Swift's libraries may be.
  private static func environment() -> [String] {
    let name = "LD_LIBRARY_PATH"
    return getenv(name).map { ["\(name)=\(String(cString: $0))"] } ?? []
  }
}
