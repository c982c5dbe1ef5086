import Foundation

/// A program under strace, one of whose system calls fails.
package final class InjectedProgram {
  package static let isPossible = (try? Spawn.path(of: "strace")) != nil

  /// The program itself: strace(1) is its grandchild.
  package let process: ChildProcess
  private let folder: TemporaryDirectory
  private let log: String

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its name among what was built.
  ///   - arguments: Its arguments.
  ///   - call: The system call that fails.
  ///   - error: With which error, such as `EMFILE`.
  ///   - when: Which of these calls, as strace counts them: `1`, or `1+` for all.
  ///   - others: Other calls that are noted.
  ///   - descriptors: Its descriptors, by the test's own.
  ///   - environment: Variables beside the test's own.
  /// - Throws: Why it can't be started.
  package init(
    _ program: String,
    _ arguments: [String],
    failing call: String,
    with error: String,
    when: String,
    noting others: [String] = [],
    descriptors: [CInt: CInt] = [:],
    environment: [String: String] = [:]
  ) throws {
    folder = try TemporaryDirectory()
    log = try folder.write("", to: "log")
    let trace = ([call] + others).joined(separator: ",")
    process = try ChildProcess(
      Spawn.path(of: "strace"),
      [
        "-D", "-o", log, "-e", "signal=none", "-e", "trace=\(trace)",
        "-e", "inject=\(call):error=\(error):when=\(when)", Spawn.path(ofBuilt: program),
      ] + arguments,
      descriptors: descriptors,
      environment: environment
    )
  }

  /// The calls that were noted so far, a line each.
  package func calls() throws -> [Substring] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
  }

  /// Waits until the failing call was made once more, and without failing.
  ///
  /// - Returns: All calls that were noted until then.
  /// - Throws: That it wasn't.
  package func callsUntilRepeated() throws -> [Substring] {
    var calls: [Substring] = []
    try Condition.wait("a call that doesn't fail after one that does") {
      calls = try self.calls()
      guard let first = calls.firstIndex(where: { $0.hasSuffix("(INJECTED)") }) else {
        return false
      }
      let name = calls[first].prefix { $0 != "(" }
      return calls[(first + 1)...].contains { $0.hasPrefix(name) && !$0.contains(" = -1 ") }
    }
    return calls
  }
}
