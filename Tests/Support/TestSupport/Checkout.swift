import Foundation
import Glibc

/// The checkout that these tests were compiled from, and the programs that were built with them.
package enum Checkout {
  /// The absolute path of the checkout.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The folder with the programs that were built for these tests, and with the tests.
  package static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  /// The absolute path of a file of the checkout.
  package static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The text of a file of the checkout.
  ///
  /// - Throws: What the file system says.
  package static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The names in a folder of the checkout, sorted.
  ///
  /// - Throws: What the file system says.
  package static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// Runs a command in the checkout to its end.
  ///
  /// - Parameters:
  ///   - words: The program, from the search path, and its arguments.
  ///   - environment: Variables beside the test's own.
  /// - Returns: Its exit status and what it printed, errors among the rest.
  /// - Throws: Why it can't be started.
  package static func run(
    _ words: [String],
    environment: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: root)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    // A thread of a test may have signals blocked, and the program would inherit that.
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the program is in the search path.
  package static func has(_ program: String) -> Bool {
    (try? run(["which", program]).status) == 0
  }

  /// Says which of some programs isn't installed; nil if all are.
  package static func lack(of programs: [String]) -> String? {
    programs.first { !has($0) }.map { "\($0) isn't installed" }
  }
}
