import Foundation
package import TestSupport

/// Starting programs in a group and with an environment of their own.
package enum Spawn {
  static let searchPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

  /// Starts a program as the leader of a new process group, with no signal blocked.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Without its name.
  ///   - descriptors: By the numbers that the program is to see.
  ///   - environment: All that it is to see.
  /// - Returns: Its pid, and its group's number.
  /// - Throws: Why it can't be started.
  static func start(
    _ path: String,
    _ arguments: [String],
    descriptors: [CInt: CInt],
    environment: [String: String]
  ) throws(ProcessFault) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Out of the way of the numbers that they are to have, so that none is overwritten before.
    let sources = descriptors.mapValues { fcntl($0, F_DUPFD_CLOEXEC, 200) }
    defer { for source in sources.values { close(source) } }
    for (target, source) in sources {
      posix_spawn_file_actions_adddup2(&actions, source, target)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a test may run with signals blocked, and programs would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var texts = ([path] + arguments).map { strdup($0) }
    var settings = environment.map { strdup("\($0)=\($1)") }
    defer { for text in texts + settings { free(text) } }
    texts.append(nil)
    settings.append(nil)
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, texts, settings)
    guard code == 0 else { throw ProcessFault("\(path): \(String(cString: strerror(code)))") }
    return pid
  }

  /// A pipe whose ends no other program inherits, not even one that another thread starts meanwhile;
  /// pipe(2) can't promise that.
  static func pipe() throws(ProcessFault) -> (reading: CInt, writing: CInt) {
    var numbers: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else {
      throw ProcessFault("socketpair: \(String(cString: strerror(errno)))")
    }
    return (numbers[0], numbers[1])
  }

  /// Opens a file to add to; -1 if that can't be.
  static func create(_ path: String) -> CInt {
    open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  /// Where a program is: beside the tests if the build made it, otherwise where the system has it.
  package static func path(of program: String) throws(ProcessFault) -> String {
    if program.hasPrefix("/") { return program }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let built = "\(tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)])/\(program)"
    let candidates = [built] + searchPath.split(separator: ":").map { "\($0)/\(program)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw ProcessFault("there is no \(program), neither built nor installed")
    }
    return path
  }
}
