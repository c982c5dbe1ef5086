import Foundation

/// A folder of a test's own, which goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // Short, since a socket's path has 107 bytes at most.
    let url = URL(fileURLWithPath: "/tmp").appendingPathComponent(
      "as-\(UUID().uuidString.prefix(8))"
    )
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
