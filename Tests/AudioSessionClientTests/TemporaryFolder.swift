import Foundation

/// A folder of a test's own, which goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // Short, since a socket's path has 107 bytes at most.
    path = "/tmp/client-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
