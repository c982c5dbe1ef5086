import Foundation
import TestSupport

/// Lets the daemon live under tools that count, each time for one client's work.
final class Laboratory {
  /// For a daemon that a tool makes fifty times slower, on a machine that does much else.
  private static let patience = Duration.seconds(120)

  private let daemon: PackagedDaemon
  private let folder: TemporaryDirectory
  private let configuration: String
  private var lives = 0

  init() throws {
    daemon = try PackagedDaemon()
    folder = try TemporaryDirectory()
    let limits = "[Limits]\nConnectionsPerUser=20000\nConnections=20000\nSessionsPerUser=200000\n"
    configuration = try folder.write(limits, to: "configuration")
  }

  /// What a client printed, and what a tool counted.
  struct Life {
    let client: String
    let counts: Counts
  }

  /// Counts instructions and allocations.
  ///
  /// - Parameter client: The arguments of audiosession-benchmark-load: the mode, and its own.
  /// - Returns: What it printed, and the counts.
  /// - Throws: Why they can't be counted.
  func callgrind(_ client: [String]) throws -> Life {
    let profile = folder.path(of: "profile")
    let tool = [
      "valgrind", "--tool=callgrind", "--vgdb=no", "--compress-strings=no",
      "--callgrind-out-file=\(profile)",
    ]
    let said = try live(under: tool + [daemon.named], client) { $0.pid }
    return Life(client: said, counts: try Counts(callgrind: text(profile)))
  }

  /// Counts system calls.
  func strace(_ client: [String]) throws -> Life {
    let summary = folder.path(of: "summary")
    let tool = ["strace", "-f", "-c", "-U", "name,calls", "-o", summary]
    let said = try live(under: tool + [daemon.installed], client) { try Self.child(of: $0.pid) }
    return Life(client: said, counts: try Counts(strace: text(summary)))
  }

  /// The length of the daemon's file, as it is installed.
  func bytesOnDisk() throws -> Double {
    Double(try FileManager.default.attributesOfItem(atPath: daemon.installed)[.size] as? Int ?? 0)
  }

  /// Lets the client count, who looks at the daemon's memory.
  func alone(_ client: [String]) throws -> String {
    try live(under: [daemon.installed], client) { $0.pid }
  }

  /// Starts a daemon, and lets a client work and then end it.
  ///
  /// - Parameters:
  ///   - command: The daemon, and the tool before it.
  ///   - client: The client's arguments.
  ///   - daemonPID: Which process is the daemon, once it listens.
  /// - Returns: What the client printed.
  /// - Throws: What went wrong, and what the tool and the daemon said.
  private func live(
    under command: [String],
    _ client: [String],
    daemonPID: (ChildProcess) throws -> Int32
  ) throws -> String {
    lives += 1
    let socket = folder.path(of: "\(lives)")
    let journal = folder.path(of: "journal")
    let output = open(journal, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(output) }
    let process = try ChildProcess(
      Spawn.path(of: command[0]),
      command.dropFirst() + ["--socket", socket, "--config", configuration],
      descriptors: [1: output, 2: output],
      // Else tables have other collisions each time, and so other numbers of instructions. Embedded
      // Swift doesn't ask: there, the numbers differ by a few in a thousand.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]
    )
    do {
      try Condition.wait("it to listen", within: Self.patience) {
        SocketState.isListening(at: socket)
      }
      let pid = try daemonPID(process)
      let mode = ["ending", client[0], "daemon", socket, "\(pid)"]
      let finished = try Finished(of: "audiosession-benchmark-load", mode + client.dropFirst())
      guard finished.status == 0 else { throw ProcessFault(finished.error) }
      let status = try process.wait()
      guard status == 0 else { throw ProcessFault("expected status 0 at its end, not \(status)") }
      return finished.output
    } catch {
      let said = try text(journal)
      throw ProcessFault("\(command.joined(separator: " ")): \(error); it said: \(said)")
    }
  }

  /// The only child of a process.
  private static func child(of pid: Int32) throws -> Int32 {
    // To its end by reading: the file has no size.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(pid)/task/\(pid)/children"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    guard let child = text.split(separator: " ").first.flatMap({ Int32($0) }) else {
      throw ProcessFault("process \(pid): expected it to have a child")
    }
    return child
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
