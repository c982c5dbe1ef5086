import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The documents name what there is.
struct DocumentTests {
  private static let protocolPage = "Sources/AudioSessionWire/AudioSessionWire.docc/Protocol.md"
  private static let rulesPage = "Sources/Arbitration/Arbitration.docc/Rules.md"

  @Test func `the protocol's page has every method and notification, and no other`() throws {
    #expect(try Self.rows("Methods").sorted() == Method.allCases.map(\.rawValue).sorted())
    let notifications = NotificationMethod.allCases.map(\.rawValue).sorted()
    #expect(try Self.rows("Notifications").sorted() == notifications)
  }

  @Test func `the protocol's page has every configuration key, and no other`() throws {
    let section = try Self.section("Configuration (`audiosessiond.conf`)")
    // A key whose section is an example is in a comment.
    let keys = section.matches(of: /(?m)^(?:# )?([A-Z]\w+)=/).map { String($0.output.1) }
    // The cells of the pair table are keys without a fixed name.
    #expect(keys == Setting.all.filter { $0.section != .interactions }.map(\.key))
  }

  @Test func `the protocol's page has the error codes of Rules`() throws {
    let rules = try Checkout.table(in: Self.rulesPage, below: "**ErrorCode**")
    let protocolRows = try Checkout.table(in: Self.protocolPage, below: "## Errors")
    let expected = rules.filter { $0[0] != "none" }.map { [$0[0], $0[2]] }
    #expect(expected.count > 10)
    #expect(protocolRows.map { [$0[0].replacing("`", with: ""), $0[2]] } == expected)
  }

  @Test func `the protocol's page names every word that a session's properties take`() throws {
    let page = try Checkout.text(Self.protocolPage)
    let words: [[String]] = [
      Category.allCases.map(\.rawValue), Mode.allCases.map(\.rawValue),
      (CategoryOptions.named + CategoryOptions.aliases).map(\.name),
      RouteSharingPolicy.allCases.map(\.rawValue), Priority.allCases.map(\.rawValue),
      AlertStyle.allCases.map(\.rawValue), SessionState.allCases.map(\.rawValue),
    ]
    #expect(words.joined().filter { !page.contains("`\($0)`") } == [])
  }

  @Test func `every link of a document leads to a file`() throws {
    let folders = ["Sources", "Tests", ".github", "config"]
    let pages = ["README.md"] + folders.flatMap { Checkout.files(below: $0, "md") }
    #expect(pages.count > 10)
    var faults: [String] = []
    for page in pages {
      let folder = URL(filePath: Checkout.path(page)).deletingLastPathComponent()
      for match in try Checkout.text(page).matches(of: /\]\(([^)#:]+)\)/) {
        let target = folder.appending(path: String(match.output.1)).path
        if !FileManager.default.fileExists(atPath: target) {
          faults.append("\(page): \(match.output.1)")
        }
      }
    }
    #expect(faults == [])
  }

  /// The text of the protocol's page below a heading.
  private static func section(_ heading: String) throws -> Substring {
    let page = try Checkout.text(protocolPage)
    let start = try #require(page.range(of: "\n## \(heading)\n")).upperBound
    let end = page[start...].range(of: "\n## ")?.lowerBound
    return page[start..<(end ?? page.endIndex)]
  }

  /// The names with which the rows of the table below a heading begin, one or several a row.
  private static func rows(_ heading: String) throws -> [String] {
    try section(heading).matches(of: /(?m)^\| ((?:(?:, )?`[\w.]+`)+)/).flatMap { row in
      row.output.1.matches(of: /[\w.]+/).map { String($0.output) }
    }
  }

  @Test func `the first two commands of the README run the demo and the tests`() throws {
    let blocks = try Checkout.text("README.md").split(separator: "```sh\n").dropFirst()
      .compactMap { $0.split(separator: "\n```").first.map(String.init) }
    #expect(Array(blocks.prefix(2)) == ["swift run audiosession-demo", ".ci/test"])
    #expect(try Checkout.lines(".ci/run").contains { $0.text.hasPrefix(".ci/test ") })
  }
}
