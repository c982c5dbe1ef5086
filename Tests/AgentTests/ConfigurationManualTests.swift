import ConfigurationFile
import Enforcement
import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// The manual's pages of the agent name what there is.
struct ConfigurationManualTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: Checkout.path("Sources/Manual/\(name)"), encoding: .utf8)
  }

  @Test func `audiosession-agent.conf(5) names every key, and what holds without it`() throws {
    let page = try page("audiosession-agent.conf.5")
    for key in AgentKey.agent {
      let value = try #require(key.values(AgentSettings()).first)
      #expect(page.contains("\n.It Cm \(key.name) Ns = Ns Ar \(value)\n"), "\(key.name)")
    }
    for key in AgentKey.rule {
      let section = RuleSection("x", at: .init(file: ""))
      let value = key.values(section).first ?? ""
      #expect(page.contains("\n.It Cm \(key.name) Ns = Ns Ar \(value)"), "\(key.name)")
    }
    for key in AgentKey.output { #expect(page.contains("\n.It Cm \(key.name) Ns = Ns Ar ")) }
  }

  @Test func `audiosession-agent(1) names every option of --help, and every exit status`() throws {
    let page = try page("audiosession-agent.1")
    let options = Options.help.matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)/).map {
      String($0.output.1)
    }
    #expect(options.count == 9)
    for option in options {
      #expect(
        page.contains("\n.It Fl Fl \(option)") || page.contains("Fl j , Fl Fl \(option)"),
        "\(option)"
      )
    }
    for status in [0, 1, 69, 75, 78] { #expect(page.contains("\n.It \(status)\n")) }
  }

  @Test func `the shipped file names every key of [Agent] with what holds without it`() throws {
    let file = try String(
      contentsOfFile: Checkout.path("config/audiosession-agent.conf"),
      encoding: .utf8
    )
    for key in AgentKey.agent {
      let value = try #require(key.values(AgentSettings()).first)
      #expect(file.contains("\n\(key.name)=\(value)\n"))
    }
  }
}
