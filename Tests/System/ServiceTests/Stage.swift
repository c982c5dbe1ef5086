import AudioSessionJSON
import Foundation
import TestSupport

/// A place to install into, and programs to install that need nothing built.
struct Stage {
  private let folder: TemporaryDirectory
  var root: String { folder.path(of: "root") }

  /// - Parameters:
  ///   - hasAgent: Whether there is an agent that was built with PipeWire.
  ///   - hasHouse: Whether there is a bridge that was built with MQTT.
  /// - Throws: What the file system says against it.
  init(hasAgent: Bool = false, hasHouse: Bool = false) throws {
    folder = try TemporaryDirectory()
    let programs = folder.path(of: "programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    for program in [
      "audiosessiond", "audiosessionctl", "audiosession-agent", "audiosession-house",
    ] {
      try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(programs)/\(program)")
    }
    try play(
      "python3",
      """
      #!/bin/sh
      echo "$2/lib/python3.99/site-packages"
      """
    )
    if hasAgent { try playLibrary("libpipewire-0.3.so.0", of: "agent") }
    if hasHouse { try playLibrary("libmosquitto.so.1", of: "house") }
  }

  /// A program that needs a library, as far as ldd(1) can tell: one of this test's own ldd, so that
  /// neither a compiler nor the library is needed.
  private func playLibrary(_ library: String, of program: String) throws {
    try play(
      "ldd",
      """
      #!/bin/sh
      case $1 in *\(program)) echo "\(library) => /usr/lib/\(library)" ;; esac
      """
    )
  }

  /// Puts a script in the place of a program that the system has.
  func play(_ program: String, _ script: String) throws {
    _ = try folder.writeProgram(script, to: program)
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
