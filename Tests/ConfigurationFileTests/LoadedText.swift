import ConfigurationFile
import Foundation
import Testing

/// A folder of a test's own, which goes with the value.
final class TemporaryRoot: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file below the root, and the folders above it; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file below the root, and the folders above it; returns its path.
  @discardableResult
  func write(_ bytes: Data, to name: String) throws -> String {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try bytes.write(to: url)
    return url.path
  }
}

extension AccountNames {
  /// Three users and two groups.
  static let imagined = AccountNames(
    userID: { ["root": 0, "ann": 1000, "bob": 1001][$0] },
    groupID: { ["audio": 29, "wheel": 10][$0] }
  )
}

/// What a file of this text, and no other, makes of the built-in settings.
func load(_ text: String, instanceUser: UInt32? = nil) throws -> LoadedSettings {
  let root = try TemporaryRoot()
  let path = try root.write(text, to: "a.conf")
  return Settings.load(
    from: .file(path),
    instanceUser: instanceUser,
    accounts: .imagined
  )
}

/// The faults of a file of this text, without its folder.
func faults(of text: String) throws -> [String] { inWords(try load(text).faults) }

/// The warnings of a file of this text, without its folder.
func warnings(of text: String) throws -> [String] { inWords(try load(text).warnings) }

private func inWords(_ faults: [ConfigurationFault]) -> [String] {
  faults.map { fault in
    var fault = fault
    fault.place.file = "a.conf"
    return fault.description
  }
}
