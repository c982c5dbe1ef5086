import AudioSessionConfigurationFile
import Enforcement
import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// The manual's pages of the agent name what there is.
struct ConfigurationManualTests {
  @Test func `audiosession-agent.conf(5) has every key with its default, and no other`() throws {
    let tags = try ManualPage("audiosession-agent.conf.5").tags("Cm")
    let names = tags.map { $0.components(separatedBy: " Ns = Ns Ar ")[0] }
    #expect(
      names
        == SectionKey.agent.map(\.name) + SectionKey.output.map(\.name)
        + SectionKey.rule.map(\.name)
    )
    let section = RuleSection("x", at: .init(file: ""))
    let defaults =
      SectionKey.agent.map { ($0.name, $0.values(AgentSettings()).first) }
      + SectionKey.rule.map { ($0.name, $0.values(section).first) }
    for case (let name, let value?) in defaults {
      #expect(tags.contains("\(name) Ns = Ns Ar \(value)"), "\(name)")
    }
  }

  @Test func `audiosession-agent(1) has every option of --help, every exit status, and no other`()
    throws
  {
    let page = try ManualPage("audiosession-agent.1")
    let options = Options.help.matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)/).map {
      String($0.output.1)
    }
    let tags = page.tags("Fl").compactMap { tag in
      tag.firstMatch(of: /Fl ([a-z-]+)(?: |$)/).map { String($0.output.1) }
    }
    #expect(options.count == 13 && tags == options)
    #expect(page.numbers == [0, 1, 69, 75, 78])
  }

  @Test func `the shipped file names every key of [Agent] with what holds without it`() throws {
    let file = try Checkout.text("config/audiosession-agent.conf")
    for key in SectionKey.agent {
      let value = try #require(key.values(AgentSettings()).first)
      #expect(file.contains("\n\(key.name)=\(value)\n"))
    }
  }
}
