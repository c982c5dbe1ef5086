import Foundation
package import TestSupport

/// A private PipeWire with WirePlumber, without hardware, in a folder of its own.
///
/// All of it ends when nobody refers to it any more, or when the test's process ends.
package final class HeadlessGraph {
  /// One program of the graph.
  package enum Part: String, CaseIterable, Sendable {
    case pipeWire = "pipewire"
    case wirePlumber = "wireplumber"
    case pulse = "pipewire-pulse"
    case bus = "dbus-daemon"
  }

  package let layout: Layout
  package let folder: TemporaryDirectory
  package private(set) var parts: [Part: RunningProgram] = [:]
  private let reaper: Reaper
  private var count = 0

  /// Whether the package was built for it and all that a graph needs is installed; a test that
  /// needs one is skipped otherwise.
  package static let isAvailable = {
    #if PipeWire
    Part.allCases.allSatisfy { (try? Spawn.path(of: $0.rawValue)) != nil }
      && WirePlumber.installed != nil
    #else
    false
    #endif
  }()

  /// Why a test is skipped without it.
  package static let reason = "needs the trait PipeWire, PipeWire and WirePlumber"

  /// The same for a test whose program plays or records by GStreamer.
  package static let isAvailableForPlayers = {
    #if Players
    isAvailable
    #else
    false
    #endif
  }()

  /// Why such a test is skipped.
  package static let reasonForPlayers = reason + ", and the trait Players"

  /// Starts everything and waits until WirePlumber, if there is one, has chosen the first sink as
  /// the default.
  package init(_ layout: Layout = Layout()) throws {
    self.layout = layout
    folder = try TemporaryDirectory()
    reaper = try Reaper(folder: folder.path)
    try writeConfiguration()
    for part in layout.parts { try start(part) }
    if layout.parts.contains(.wirePlumber) { try awaitDefaultSink() }
  }

  deinit {
    // In the order in which they depend on each other, so that none complains.
    for part in Part.allCases.reversed() { _ = try? parts[part]?.kill(SIGTERM) }
  }

  /// What programs in the graph see; nothing of the test's own environment.
  package var environment: [String: String] {
    [
      "PATH": Spawn.searchPath,
      "HOME": folder.path(of: "home"),
      "LANG": "C.UTF-8",
      "XDG_RUNTIME_DIR": folder.path(of: "run"),
      "XDG_CONFIG_HOME": folder.path(of: "config"),
      "XDG_STATE_HOME": folder.path(of: "state"),
      "PULSE_RUNTIME_PATH": folder.path(of: "run/pulse"),
      "PULSE_SERVER": "unix:" + folder.path(of: "run/pulse/native"),
      "DBUS_SESSION_BUS_ADDRESS": layout.parts.contains(.bus)
        ? "unix:path=" + folder.path(of: "run/bus") : "disabled:",
    ]
  }

  /// Where WirePlumber keeps what it remembers.
  package var statePath: String { folder.path(of: "state/wireplumber") }

  /// Starts a program in the graph's environment.
  ///
  /// - Parameters:
  ///   - program: A name, of what was built or else of what is installed, or a path.
  ///   - arguments: Without its name.
  ///   - more: Variables beside the graph's.
  ///   - readsLines: Whether its output is read by ``RunningProgram/nextLine(_:)``.
  /// - Returns: The program, which ends with the last reference to it.
  /// - Throws: Why it can't be started.
  package func start(
    _ program: String,
    _ arguments: [String] = [],
    environment more: [String: String] = [:],
    readsLines: Bool = false
  ) throws -> RunningProgram {
    count += 1
    let name = program.split(separator: "/").last ?? "program"
    return try RunningProgram(
      program,
      arguments,
      environment: environment.merging(more) { $1 },
      files: folder.path(of: "log/\(count)-\(name)"),
      readsLines: readsLines,
      reaper: reaper
    )
  }

  /// Runs a program to its end: what it wrote to its output.
  ///
  /// - Throws: That it failed, with all that it wrote.
  @discardableResult
  package func run(_ program: String, _ arguments: [String] = []) throws -> String {
    let running = try start(program, arguments)
    let status = try running.wait()
    guard status == 0 else { throw ProcessFault("\(program) \(arguments): \(running.said)") }
    return try String(contentsOfFile: running.outputPath, encoding: .utf8)
  }

  /// Ends one part as a crash would.
  package func kill(_ part: Part, _ signal: CInt = SIGKILL) throws {
    try parts.removeValue(forKey: part)?.kill(signal)
  }

  /// Sends a signal to one part, which stays.
  package func signal(_ part: Part, _ signal: CInt) { parts[part]?.signal(signal) }

  /// Starts one part, and waits until others can connect to it.
  package func start(_ part: Part) throws {
    let running = try start(part.rawValue, layout.arguments(of: part, in: folder))
    parts[part] = running
    guard let socket = socketPath(of: part) else { return }
    try Condition.wait("\(part.rawValue) at \(socket): \(running.said)") {
      guard !running.hasEnded else {
        throw ProcessFault("\(part.rawValue) has ended: \(running.said)")
      }
      return SocketState.isListening(at: socket)
    }
  }

  private func socketPath(of part: Part) -> String? {
    switch part {
    case .pipeWire: folder.path(of: "run/pipewire-0")
    case .pulse: folder.path(of: "run/pulse/native")
    case .bus: folder.path(of: "run/bus")
    case .wirePlumber: nil
    }
  }

  /// Waits until WirePlumber has chosen the first sink as the default.
  ///
  /// It isn't asked before there is something to ask: `pw-metadata` may see that just as it leaves,
  /// and begin to ask. PipeWire then tells nobody any more what changes there.
  package func awaitDefaultSink() throws {
    try Condition.wait("\(layout.sinks[0]) as the default sink") {
      let metadata = (try? run("pw-cli", ["ls", "Metadata"])) ?? ""
      guard metadata.contains(#"metadata.name = "default""#) else { return false }
      let said = (try? run("pw-metadata", ["0", "default.audio.sink"])) ?? ""
      return said.contains(#""\#(layout.sinks[0])""#)
    }
  }
}
