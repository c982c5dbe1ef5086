import AudioSessionSystem
import Glibc

/// A process that the demo started; it is killed at the latest when nothing refers to it any more.
final class ChildProcess {
  private var processID: pid_t?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments, without its name.
  ///   - end: The child's end of a connection to the demo.
  ///   - descriptor: The number under which the child finds that end.
  /// - Throws: ``Failure/unusable(_:)`` if the process can't be started.
  init(
    path: String,
    arguments: [String],
    passing end: borrowing Socket,
    as descriptor: CInt
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end.number, descriptor)
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

  /// The child gets neither the signals that the demo blocks nor those of the terminal.
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

  /// Nothing of the user's environment but where Swift's libraries may be.
  private static func environment() -> [String] {
    let name = "LD_LIBRARY_PATH"
    return getenv(name).map { ["\(name)=\(String(cString: $0))"] } ?? []
  }
}

/// Two sockets that are connected to each other; an `execve` closes both unless they are duplicated.
struct SocketPair: ~Copyable {
  /// The demo's end, nonblocking.
  let ours: Socket
  /// The child's end.
  let theirs: Socket

  init() throws(Failure) {
    var numbers: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &numbers) == 0,
      fcntl(numbers[0], F_SETFL, O_NONBLOCK) == 0
    else { throw .call("socketpair") }
    ours = Socket(FileDescriptor(numbers[0]))
    theirs = Socket(FileDescriptor(numbers[1]))
  }
}
