package import Foundation

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

  /// Variables with which a program looks for its bus, PipeWire and settings in the folder only.
  package var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": path, "HOME": path,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path(of: "bus"))",
    ]
  }

  /// Writes a file below the folder, and the folders above it.
  ///
  /// - Returns: The file's path.
  /// - Throws: What the file system says against it.
  @discardableResult
  package func write(_ bytes: Data, to name: String) throws -> String {
    let file = URL(filePath: path(of: name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try bytes.write(to: file)
    return file.path
  }

  /// Writes a text file below the folder, and the folders above it.
  ///
  /// - Returns: The file's path.
  /// - Throws: What the file system says against it.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a program that is to be run at once, such as a script.
  ///
  /// Another process copies it: what this one has open for writing, a child that another test is
  /// just forking has open, too, and then nobody can run it (ETXTBSY).
  ///
  /// - Returns: The program's path.
  /// - Throws: What the file system says against it.
  package func writeProgram(_ text: String, to name: String) throws -> String {
    let source = try write(text, to: "\(name).source")
    let copied = try Checkout.run(["install", "-m", "755", source, path(of: name)])
    guard copied.status == 0 else { throw ProcessFault(copied.text) }
    return path(of: name)
  }
}
