import Foundation
import TestSupport

/// A cgroup of a test's own with a limit on memory, which counts what the kernel holds as well.
final class MemoryGroup {
  private let path: String
  private let names: Names

  /// The names of the files, which differ between the two hierarchies.
  private struct Names {
    var limit: String
    var usage: String
    var peak: String
  }

  /// The hierarchy that has the memory controller, and the names in it; nil if none has.
  private static var hierarchy: (folder: String, names: Names)? {
    let unified = "/sys/fs/cgroup"
    let file = "\(unified)/cgroup.subtree_control"
    let controllers = try? String(contentsOfFile: file, encoding: .utf8)
    if controllers?.split(whereSeparator: \.isWhitespace).contains("memory") == true {
      return (
        unified, Names(limit: "memory.max", usage: "memory.current", peak: "memory.peak")
      )
    }
    let names = Names(
      limit: "memory.limit_in_bytes",
      usage: "memory.usage_in_bytes",
      peak: "memory.max_usage_in_bytes"
    )
    let folder = "\(unified)/memory"
    return access("\(folder)/\(names.limit)", F_OK) == 0 ? (folder, names) : nil
  }

  /// Why there can't be one here; nil if there can.
  static let lack: String? = {
    guard geteuid() == 0 else { return "a memory cgroup takes root" }
    return hierarchy == nil ? "there is no memory controller" : nil
  }()

  /// - Parameter limit: The most memory, in bytes or with a unit as the kernel reads it.
  /// - Throws: Why there can't be one.
  init(limit: String) throws {
    guard let hierarchy = Self.hierarchy else {
      throw ProcessFault("there is no memory controller")
    }
    path = "\(hierarchy.folder)/audiosession-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    names = hierarchy.names
    guard mkdir(path, 0o755) == 0 else {
      throw ProcessFault("\(path): \(String(cString: strerror(errno)))")
    }
    // Not atomically, as there is no other file to put in its place.
    try limit.write(toFile: "\(path)/\(names.limit)", atomically: false, encoding: .utf8)
  }

  deinit { rmdir(path) }

  /// A process that writes its pid here moves into it.
  var processes: String { "\(path)/cgroup.procs" }

  /// The number of bytes that it takes now.
  func usage() throws -> Int { try number(names.usage) }

  /// The largest number of bytes that it has taken.
  func peak() throws -> Int { try number(names.peak) }

  private func number(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    guard let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ProcessFault("\(path)/\(name): expected a number: \(text)")
    }
    return number
  }
}
