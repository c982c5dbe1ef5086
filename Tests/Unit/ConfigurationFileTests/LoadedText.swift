import AudioSessionConfigurationFile
import Foundation
import TestSupport
import Testing

extension AccountIDs {
  /// Three users and two groups.
  static let imagined = AccountIDs(
    userID: { ["root": 0, "ann": 1000, "bob": 1001][$0] },
    groupID: { ["audio": 29, "wheel": 10][$0] }
  )
}

/// What a file of this text, and no other, makes of the built-in settings.
func load(_ text: String, instanceUser: UInt32? = nil) throws -> LoadedSettings {
  let root = try TemporaryDirectory()
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
