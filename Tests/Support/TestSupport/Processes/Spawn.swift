import AudioSessionSystem
import Foundation

/// Finding and starting programs, and waiting for their end.
package enum Spawn {
  /// Where programs are looked for that the build didn't make.
  package static let searchPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

  /// Starts a program with no signal blocked.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments, without its name.
  ///   - descriptors: The descriptors it gets, by the numbers that it sees, beside our standard
  ///     streams. It gets no others: one that another test has just opened would not end before it.
  ///   - environment: Its whole environment.
  ///   - leadsGroup: Whether it leads a new process group, whose number is its pid.
  /// - Returns: Its pid.
  /// - Throws: Why it can't be started.
  package static func start(
    _ path: String,
    _ arguments: [String],
    descriptors: [CInt: CInt],
    environment: [String: String],
    leadsGroup: Bool = false
  ) throws(ProcessFault) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Out of the way of the numbers that they are to have, so that none is overwritten before.
    let sources = descriptors.mapValues { fcntl($0, F_DUPFD_CLOEXEC, 200) }
    defer { for source in sources.values { close(source) } }
    for (target, source) in sources {
      posix_spawn_file_actions_adddup2(&actions, source, target)
    }
    // Whether open now or not: other tests may open some before the program starts.
    for other in STDERR_FILENO + 1..<greatestDescriptor + 1_000 where descriptors[other] == nil {
      posix_spawn_file_actions_addclose(&actions, other)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a test may run with signals blocked, and programs would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
    // So do signals that are ignored: by code under test in this process, or by nohup before it.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(group | flags))
    var texts = ([path] + arguments).map { strdup($0) }
    var settings = environment.map { strdup("\($0)=\($1)") }
    defer { for text in texts + settings { free(text) } }
    texts.append(nil)
    settings.append(nil)
    var pid: Int32 = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, texts, settings)
    guard code == 0 else { throw ProcessFault("\(path): \(String(cString: strerror(code)))") }
    return pid
  }

  private static var greatestDescriptor: CInt {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return (names ?? []).compactMap { CInt($0) }.max() ?? STDERR_FILENO
  }

  /// Waits for the end of a child process, and reaps it.
  ///
  /// - Parameters:
  ///   - pid: The child.
  ///   - name: Its name, for the message.
  /// - Returns: The exit status, or 128 plus the signal's number.
  /// - Throws: That it doesn't end.
  package static func end(
    of pid: Int32,
    _ name: @autoclosure () -> String
  ) throws(ProcessFault) -> Int32 {
    let descriptor: ProcessDescriptor
    do throws(Errno) {
      descriptor = try ProcessDescriptor(pid: pid)
    } catch {
      throw ProcessFault("\(error)")
    }
    try Patience.wait(for: POLLIN, on: descriptor.number, "the end of \(name())")
    var raw: Int32 = 0
    while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7f
    return signal == 0 ? raw >> 8 & 0xff : 128 + signal
  }

  /// The path of a program of this package, where the build left it: beside the tests.
  package static func path(ofBuilt program: String) throws(ProcessFault) -> String {
    let path = "\(Checkout.programs)/\(program)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw ProcessFault("\(path) wasn't built")
    }
    return path
  }

  /// The path of a program: beside the tests if the build made it, otherwise where the system has it.
  package static func path(of program: String) throws(ProcessFault) -> String {
    if program.hasPrefix("/") { return program }
    if let built = try? path(ofBuilt: program) { return built }
    let candidates = searchPath.split(separator: ":").map { "\($0)/\(program)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw ProcessFault("there is no \(program), neither built nor installed")
    }
    return path
  }
}
