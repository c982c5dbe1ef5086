import Foundation

/// The outcome of a program that ran to its end.
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
