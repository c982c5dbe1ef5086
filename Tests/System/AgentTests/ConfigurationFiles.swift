import AudioSessionConfigurationFile
import Enforcement
import TestSupport

@testable import audiosession_agent

extension TemporaryDirectory {
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
