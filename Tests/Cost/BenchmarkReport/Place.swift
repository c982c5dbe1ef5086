import Foundation

/// Where and when something was measured, and what.
package struct Place: Encodable, Equatable, Sendable {
  /// In UTC, as of ISO 8601.
  package var date: String
  /// The distribution, by its own name.
  package var system: String
  package var kernel: String
  package var processor: String
  package var processors: Int
  package var memoryBytes: UInt64
  /// What `audiosessiond --version` prints.
  package var version: String
  /// The checkout's commit; empty if that isn't known.
  package var commit: String
  /// The daemon's file.
  package var daemon: String
  /// How the daemon was linked, as seen from what it has mapped.
  package var linkage: String
  /// Whether the benchmark and the programs beside it were built with optimisation.
  package var configuration: String

  /// What this machine says of itself; the rest is left empty.
  package init() {
    date = Date.now.ISO8601Format()
    system = Place.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
    kernel = Place.line("/proc/sys/kernel/osrelease")
    processor = Place.value(of: "model name", in: "/proc/cpuinfo", separator: ":")
    processors = ProcessInfo.processInfo.activeProcessorCount
    memoryBytes = ProcessInfo.processInfo.physicalMemory
    version = ""
    commit = ""
    daemon = ""
    linkage = ""
    #if DEBUG
    configuration = "debug"
    #else
    configuration = "release"
    #endif
  }

  /// A file's first line; files of /proc have no size, and are read to their end.
  private static func line(_ path: String) -> String {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
      ?? ""
  }

  private static func value(of key: String, in path: String, separator: Character) -> String {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key else { continue }
      return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
    return "unknown"
  }

  /// In two lines, for people.
  package var lines: [String] {
    let gigabytes = Quantity.text(Double(memoryBytes) / 1_073_741_824)
    let build = commit.isEmpty ? configuration : "\(configuration), commit \(commit)"
    return [
      "\(date), \(system), Linux \(kernel), \(processors) × \(processor), \(gigabytes) GiB",
      "\(version), \(linkage), \(daemon); benchmark: \(build)",
    ]
  }
}
