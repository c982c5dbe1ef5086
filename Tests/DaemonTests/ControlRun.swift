import Foundation
import TestSupport

extension Finished {
  /// Runs `audiosessionctl` against the daemon at a path.
  static func control(
    _ line: [String],
    at path: String,
    _ environment: [String: String] = [:]
  ) throws -> Finished {
    let all = environment.merging(["AUDIOSESSION_SOCKET": path]) { $1 }
    return try Finished(of: "audiosessionctl", line, environment: all)
  }

  /// Runs `audiosessionctl` as the user `nobody`; root alone can.
  static func controlByNobody(_ line: [String], at path: String) throws -> Finished {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    process.arguments = user + ["\(folder.path())/audiosessionctl"] + line
    let variables = ["AUDIOSESSION_SOCKET": path]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipes = [Pipe(), Pipe()]
    process.standardOutput = pipes[0]
    process.standardError = pipes[1]
    try process.run()
    // One after the other: neither gets more than a pipe holds.
    let texts = try pipes.map { pipe in
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Finished(status: process.terminationStatus, output: texts[0], error: texts[1])
  }
}
