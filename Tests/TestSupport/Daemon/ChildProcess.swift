import AudioSessionSystem
import Foundation

/// A program of this package that was started; it is killed when nobody refers to it any more.
package final class ChildProcess {
  package let pid: Int32
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its name among what was built.
  ///   - arguments: Without its name.
  ///   - descriptors: Its standard input, output and error, and others that it is to be handed; all
  ///     else of ours is closed by itself.
  ///   - environment: Variables beside the test's own.
  ///   - ownPID: Variables whose value is to be the program's pid.
  /// - Throws: Why it can't be started.
  package init(
    _ program: String,
    _ arguments: [String],
    descriptors: [CInt: CInt] = [:],
    environment: [String: String] = [:],
    ownPID: [String] = []
  ) throws(ProcessFault) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Out of the way of the numbers that they are to have, so that none is overwritten before.
    let sources = descriptors.mapValues { fcntl($0, F_DUPFD_CLOEXEC, 200) }
    defer { for source in sources.values { close(source) } }
    for (target, source) in sources {
      posix_spawn_file_actions_adddup2(&actions, source, target)
    }
    var path = try ChildProcess.path(of: program)
    var arguments = arguments
    if !ownPID.isEmpty {
      // A shell knows its pid, and keeps it when it becomes the program.
      let exports = ownPID.map { "export \($0)=$$; " }.joined()
      arguments = ["-c", exports + #"exec "$0" "$@""#, path] + arguments
      path = "/bin/sh"
    }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var texts = ([path] + arguments).map { strdup($0) }
    var settings = variables.map { strdup("\($0)=\($1)") }
    defer { for text in texts + settings { free(text) } }
    texts.append(nil)
    settings.append(nil)
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, nil, texts, settings)
    guard code == 0 else { throw ProcessFault("\(path): \(String(cString: strerror(code)))") }
    self.pid = pid
  }

  deinit {
    guard status == nil else { return }
    Glibc.kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  package func send(_ signal: CInt) {
    if status == nil { Glibc.kill(pid, signal) }
  }

  /// Kills the process, and returns when all that it had open is closed.
  package func kill() throws(ProcessFault) {
    send(SIGKILL)
    _ = try wait()
  }

  /// Waits for the end: the exit status, or 128 and the signal's number.
  package func wait() throws(ProcessFault) -> Int32 {
    if let status { return status }
    do {
      let descriptor = try ProcessDescriptor(pid: pid)
      try Patience.wait(for: POLLIN, on: descriptor.number, "the end of process \(pid)")
    } catch let error as Errno {
      throw ProcessFault("\(error)")
    } catch {
      throw ProcessFault("\(error)")
    }
    var raw: Int32 = 0
    while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7f
    let status = signal == 0 ? raw >> 8 & 0xff : 128 + signal
    self.status = status
    return status
  }

  /// Where the build left a program: beside the tests.
  private static func path(of program: String) throws(ProcessFault) -> String {
    let tests: String
    do {
      tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    } catch {
      throw ProcessFault("/proc/self/exe: \(error)")
    }
    let path = "\(tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)])/\(program)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw ProcessFault("\(path) wasn't built")
    }
    return path
  }
}

/// What a program left that ran to its end.
package struct Finished: Equatable, Sendable {
  package var status: Int32
  package var output: String
  package var error: String

  package init(status: Int32, output: String, error: String) {
    self.status = status
    self.output = output
    self.error = error
  }

  /// Runs a program to its end, without input.
  ///
  /// - Throws: That it can't be started, or doesn't end.
  package init(
    of program: String,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws {
    let folder = try TemporaryDirectory()
    let paths = [folder.path(of: "output"), folder.path(of: "error")]
    let files = paths.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    defer { for file in files { close(file) } }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    let process = try ChildProcess(
      program,
      arguments,
      descriptors: [0: null, 1: files[0], 2: files[1]],
      environment: environment
    )
    status = try process.wait()
    output = try String(contentsOfFile: paths[0], encoding: .utf8)
    error = try String(contentsOfFile: paths[1], encoding: .utf8)
  }
}
