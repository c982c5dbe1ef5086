import AudioSessionWire
import ConfigurationFile
import Foundation
import TestSupport
import Testing

@testable import audiosessionctl

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

  @Test func `audiosessionctl(1) names every verb and the options of all`() throws {
    let page = try Checkout.text("Sources/Manual/audiosessionctl.1")
    #expect(Verb.all.map(\.name).filter { !page.contains("\n.It Cm \($0)") } == [])
    #expect(Verb.commonOptions.map(\.name).filter { !page.contains("Fl Fl \($0)") } == [])
  }

  @Test func `audiosessiond.conf(5) names every key with its default, and every grant`() throws {
    let page = try Checkout.text("Sources/Manual/audiosessiond.conf.5")
    let missing = Setting.all.filter { setting in
      guard let value = setting.text(in: Settings()) else { return false }
      return !page.contains("\n.It Cm \(setting.key) Ns = Ns Ar \(value)\n")
    }
    #expect(missing.map(\.key) == [])
    let lists = Setting.all.filter { $0.section == .grant }.map(\.key)
    #expect(lists.filter { !page.contains("\n.It Cm \($0) Ns = ") } == [])
    #expect(
      Grant.allCases.map(\.rawValue).filter { !page.contains("\n.It Bq Grant \($0)\n") } == []
    )
  }

  @Test func `audiosession-protocol(7) names every method, notification and error of ours`() throws
  {
    let page = try Checkout.text("Sources/Manual/audiosession-protocol.7")
    let names = Method.allCases.map(\.rawValue) + NotificationMethod.allCases.map(\.rawValue)
    #expect(names.filter { !page.contains("\n.It Cm \($0)\n") } == [])
    #expect((32001...32004).filter { !page.contains("\n.It \\-\($0)\n") } == [])
  }
}
