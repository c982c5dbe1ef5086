import ConfigurationFile
import Enforcement
import Foundation

@testable import audiosession_agent

/// A folder that stands for the root of a file system, which goes with the value.
final class ConfigurationFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and the folders above it.
  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  /// What the agent reads, with this folder for the root and `home` in it for the user's.
  func load() -> AgentConfiguration {
    AgentConfiguration(
      .agent(
        root: path,
        shippedFolder: "/usr/lib/audiosession",
        configurationHome: "\(path)/home"
      )
    )
  }
}

/// What a file of this text, and no other, makes.
func configuration(of text: String) -> AgentConfiguration {
  AgentConfiguration(ConfigurationFiles(text: text, named: "a.conf"))
}

/// What is wrong with a file of this text.
func faults(of text: String) -> [String] { configuration(of: text).faults.map(\.description) }

/// The checkout's own rules.
func shippedConfiguration() -> AgentConfiguration {
  AgentConfiguration(.file(Checkout.path("config/audiosession-agent.conf")))
}

/// Where this package lies.
enum Checkout {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(name).path
  }
}
