import Foundation

/// A program that was started; it is killed when nobody refers to it any more.
package final class ChildProcess {
  package let pid: Int32
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its name among what was built, or an absolute path.
  ///   - arguments: Its arguments, without its name.
  ///   - descriptors: Its standard input, output and error and any others, by the numbers that it
  ///     sees.
  ///   - environment: Variables beside the test's own.
  ///   - ownPID: Variables that hold the program's own pid.
  /// - Throws: Why it can't be started.
  package init(
    _ program: String,
    _ arguments: [String],
    descriptors: [CInt: CInt] = [:],
    environment: [String: String] = [:],
    ownPID: [String] = []
  ) throws(ProcessFault) {
    var path = program.hasPrefix("/") ? program : try Spawn.path(ofBuilt: program)
    var arguments = arguments
    if !ownPID.isEmpty {
      // A shell knows its pid, and keeps it when it becomes the program.
      let exports = ownPID.map { "export \($0)=$$; " }.joined()
      arguments = ["-c", exports + #"exec "$0" "$@""#, path] + arguments
      path = "/bin/sh"
    }
    pid = try Spawn.start(
      path,
      arguments,
      descriptors: descriptors,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
    )
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

  /// Waits for the end; returns the exit status, or 128 plus the signal's number.
  package func wait() throws(ProcessFault) -> Int32 {
    if let status { return status }
    let status = try Spawn.end(of: pid, "process \(pid)")
    self.status = status
    return status
  }
}
