import AudioSessionSystem
import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A unit of a user's service manager, as far as the kernel shows it: a cgroup of that name.
///
/// Its programs have to end first.
final class UserUnit {
  private let path: String

  /// - Parameter name: The unit's name.
  /// - Throws: It can't be made.
  init(_ name: String) throws {
    let root = try #require(ProcessStanding.cgroupRoot())
    // In a slice of its own: another run of the tests may have a unit of that name.
    let slice =
      "user.slice/user-0.slice/user@0.service/app.slice/app-\(UInt32.random(in: 0 ... .max)).slice"
    path = "\(root)/\(slice)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Only empty cgroups can be removed, the innermost first; a process that ends takes a moment.
    try? Condition.wait("the end of \(path)") { rmdir(path) == 0 }
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while rmdir(folder) == 0 {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
  }

  /// Starts a program in it, as a child of the test like every other.
  func start(
    _ program: String,
    _ arguments: [String],
    in graph: HeadlessGraph
  ) throws -> RunningProgram {
    let command = #"echo $$ > "$1/cgroup.procs" && shift && exec "$@""#
    return try graph.start("sh", ["-c", command, "sh", path, program] + arguments)
  }
}
