import Foundation
import TestSupport

/// The checkout that these tests were compiled from, and the commands that are run about it.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder with the programs that were built for these tests, and with the tests.
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
  }

  /// Whether the program is in the search path.
  static func has(_ program: String) -> Bool {
    (try? run(["which", program]).status) == 0
  }

  /// Runs a command in the checkout to its end.
  ///
  /// - Parameters:
  ///   - words: The program, of the search path, and its arguments.
  ///   - environment: Variables beside the test's own.
  /// - Returns: Its exit status and what it printed, errors among the rest.
  /// - Throws: That it can't be started.
  static func run(
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
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  /// Every file below a folder, with its permissions: `755 /usr/bin/audiosessiond`.
  static func files(below folder: String) throws -> [String] {
    try run(["find", folder, "-type", "f", "-printf", "%m /%P\\n"]).text
      .split(separator: "\n").map(String.init).sorted { $0.dropFirst(4) < $1.dropFirst(4) }
  }
}

/// A place to install into, and programs to install that need nothing built.
struct Stage {
  private let folder: TemporaryDirectory
  var root: String { folder.path(of: "root") }

  /// - Parameter hasAgent: Whether there is an agent that was built with PipeWire.
  /// - Throws: What the file system says against it.
  init(hasAgent: Bool = false) throws {
    folder = try TemporaryDirectory()
    let programs = folder.path(of: "programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    for program in ["audiosessiond", "audiosessionctl", "audiosession-agent"] {
      try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(programs)/\(program)")
    }
    if hasAgent { try playAgent(in: programs) }
  }

  /// A program that needs libpipewire, as far as ldd(1) can tell: one of this test's own ldd, so that
  /// neither a compiler nor the library is needed.
  private func playAgent(in programs: String) throws {
    let ldd = folder.path(of: "ldd")
    let script = """
      #!/bin/sh
      case $1 in *agent) echo "libpipewire-0.3.so.0 => /usr/lib/libpipewire-0.3.so.0" ;; esac
      """
    try script.write(toFile: ldd, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ldd)
  }

  /// Runs `systemd/install` with the stage as `DESTDIR`.
  func install(
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let own = [
      "BINARIES": folder.path(of: "programs"), "DESTDIR": root, "HOME": "/home/alice",
      "PATH": "\(folder.path(of: "")):\(path)",
    ]
    return try Checkout.run(
      ["systemd/install"] + arguments,
      environment: own.merging(environment) { $1 }
    )
  }

  /// What is in the file at this path of the stage.
  func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + path, encoding: .utf8)
  }
}
