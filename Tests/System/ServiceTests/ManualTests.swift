import AudioSessionConfigurationFile
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The manual's pages name what there is, and are written as pages are.
struct ManualTests {
  @Test(.enabled(if: Checkout.has("mandoc"), "mandoc isn't installed"))
  func `mandoc has nothing to say`() throws {
    let pages = try Checkout.names(in: "Sources/Manual").filter { $0.contains(/\.[1-8]$/) }
    #expect(!pages.isEmpty)
    for page in pages {
      let said = try Checkout.run([
        "mandoc", "-T", "lint", "-W", "warning", "Sources/Manual/\(page)",
      ])
      #expect(said == (0, ""), "\(page)")
    }
  }

  @Test func `audiosession-rules(7) has every rule of Rules.md, and is written as pages are`()
    throws
  {
    let rules = "Sources/Arbitration/Arbitration.docc/Rules.md"
    let page = try Checkout.run(["systemd/rules-page", rules])
    #expect(page.status == 0)
    let ids = try Checkout.text(rules).matches(of: /\bR[1-9][0-9]?\b/).map { String($0.output) }
    let found = page.text.replacing(/\\f[BIR]/, with: " ").matches(of: /\bR[1-9][0-9]?\b/).map {
      String($0.output)
    }
    #expect(Set(ids).count > 50 && found == ids)
    let folder = try TemporaryDirectory()
    let file = folder.path(of: "audiosession-rules.7")
    try page.text.write(toFile: file, atomically: true, encoding: .utf8)
    if Checkout.has("mandoc") {
      #expect(try Checkout.run(["mandoc", "-T", "lint", "-W", "warning", file]) == (0, ""))
    }
  }

  @Test func `audiosessiond(8) has every option of --help and every exit status, and no other`()
    throws
  {
    let page = try ManualPage("audiosessiond.8")
    let help = try Checkout.run(["\(Checkout.programs)/audiosessiond", "--help"]).text
    let options = help.matches(of: /(?m)^ +--([a-z-]+)/).map { String($0.output.1) }
    let tags = page.tags("Fl").map { String($0.dropFirst(3).prefix { $0 != " " }) }
    #expect(tags.sorted() == options.sorted())
    #expect(page.numbers == [0, 1, 75, 78])
  }

  /// What stands for the value of a key that has no single default.
  private static let values = [
    "Profile": "name", "NEWCOMER.CURRENT": "OUTCOME Op Ar DEPTH", "Like": "kind",
    "DuckWithinApplication": "no", "Users": "root",
  ]

  @Test func `audiosessiond.conf(5) has every key with its default, every grant, and no other`()
    throws
  {
    let page = try ManualPage("audiosessiond.conf.5")
    let settings = Setting.all.map { setting in
      let value = setting.text(in: Settings())
      return "\(setting.key) Ns = Ns Ar \(Self.values[setting.key] ?? value ?? "name ...")"
    }
    #expect(page.tags("Cm").filter { $0.contains(" Ns = ") } == settings)
    #expect(page.tags("Bq") == Grant.allCases.map { "Grant \($0.rawValue)" })
  }

  @Test func `audiosessiond.conf(5) explains keys and grants in the words of the shipped file`()
    throws
  {
    let page = try ManualPage("audiosessiond.conf.5")
    for setting in Setting.all {
      let text = page.text(below: "Cm \(setting.key)")
      #expect(text.hasPrefix(setting.meaning), "\(setting.key)")
      let isExplainedAtLength = [.interactions, .role].contains(setting.section)
      #expect(isExplainedAtLength || text.contains("Takes \(setting.expected)."), "\(setting.key)")
    }
    for grant in Grant.allCases {
      #expect(page.text(below: "Bq Grant \(grant.rawValue)").hasPrefix(grant.meaning), "\(grant)")
    }
  }

  @Test func `audiosession-protocol(7) begins each entry as rpc.discover does`() throws {
    let page = try ManualPage("audiosession-protocol.7")
    let summaries =
      Method.allCases.map { ($0.rawValue, $0.specification.summary) }
      + NotificationMethod.allCases.map { ($0.rawValue, $0.specification.summary) }
    for (name, summary) in summaries {
      #expect(page.text(below: "Cm \(name)").hasPrefix(summary), "\(name)")
    }
  }

  @Test func `audiosession-protocol(7) has every method, notification and error, and no other`()
    throws
  {
    let page = try ManualPage("audiosession-protocol.7")
    let names = Method.allCases.map(\.rawValue) + NotificationMethod.allCases.map(\.rawValue)
    #expect(page.tags("Cm").sorted() == names.sorted())
    #expect(page.numbers == [-32001, -32002, -32003, -32004])
  }
}
