import Foundation

/// A folder of a test's own, which goes when nobody refers to it any more.
package final class TemporaryDirectory: Sendable {
  /// The absolute path; short enough for a socket's address within it.
  package let path: String

  /// Makes the folder.
  ///
  /// - Throws: What the file system says against it.
  package init() throws {
    let name = "audiosession-\(UInt64.random(in: 0...UInt64.max))"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    let owner = [FileAttributeKey.posixPermissions: 0o700]
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: owner
    )
  }

  deinit {
    // Left behind it would be untidy, no more: nothing to tell anybody.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }
}
