import Foundation
import TestSupport

/// A D-Bus bus of a test's own; it stands for the session's and for the system's.
package final class PrivateBus {
  package let address: String
  private let folder: TemporaryDirectory
  private let reaper: Reaper
  private var daemon: RunningProgram?
  private var count = 0

  /// Whether the package was built for it and a bus can be had; a test that needs one is skipped
  /// otherwise.
  package static var isAvailable: Bool {
    #if PipeWire || Players
    (try? Spawn.path(of: "dbus-daemon")) != nil
    #else
    false
    #endif
  }

  /// Why a test is skipped without it.
  package static let reason = "needs the trait PipeWire or Players, and dbus-daemon"

  package init() throws {
    folder = try TemporaryDirectory()
    reaper = try Reaper(folder: folder.path)
    address = "unix:path=" + folder.path(of: "bus")
    try start()
  }

  /// What programs on the bus see.
  package var environment: [String: String] {
    [
      "PATH": Spawn.searchPath,
      "HOME": folder.path,
      "LANG": "C.UTF-8",
      "XDG_RUNTIME_DIR": folder.path,
      "DBUS_SESSION_BUS_ADDRESS": address,
      "DBUS_SYSTEM_BUS_ADDRESS": address,
    ]
  }

  /// Starts the bus, at the same address as before.
  package func start() throws {
    let arguments = ["--session", "--nofork", "--nopidfile", "--print-address"]
    let daemon = try start("dbus-daemon", arguments + ["--address=\(address)"], readsLines: true)
    _ = try daemon.nextLine("unix:")
    self.daemon = daemon
  }

  /// Ends the bus, and with it the connections of all.
  ///
  /// - Parameter leavingSocket: Whether its socket's file stays, on which nobody listens.
  /// - Throws: That it doesn't end.
  package func stop(leavingSocket: Bool = false) throws {
    try daemon?.kill()
    daemon = nil
    guard !leavingSocket else { return }
    try FileManager.default.removeItem(atPath: folder.path(of: "bus"))
  }

  /// Starts a program on the bus, with more variables than others; it ends with the last reference to
  /// it.
  package func start(
    _ program: String,
    _ arguments: [String] = [],
    environment more: [String: String] = [:],
    readsLines: Bool = false
  ) throws -> RunningProgram {
    count += 1
    return try RunningProgram(
      program,
      arguments,
      environment: environment.merging(more) { $1 },
      files: folder.path(of: "\(count)-\(program)"),
      readsLines: readsLines,
      reaper: reaper
    )
  }
}
