import AudioSessionWire
import ConfigurationFile
import Foundation
import TestSupport
import Testing

/// The documents name what there is.
struct DocumentTests {
  private static let protocolPage = "Sources/AudioSessionWire/AudioSessionWire.docc/Protocol.md"

  @Test func `the protocol's page has every method and notification, and no other`() throws {
    #expect(try Self.rows("Methods").sorted() == Method.allCases.map(\.rawValue).sorted())
    let notifications = NotificationMethod.allCases.map(\.rawValue).sorted()
    #expect(try Self.rows("Notifications").sorted() == notifications)
  }

  @Test func `the protocol's page has every configuration key, and no other`() throws {
    let section = try Self.section("Configuration (`audiosessiond.conf`)")
    let keys = section.matches(of: /(?m)^([A-Z]\w+)=/).map { String($0.output.1) }
    // The cells of the pair table are keys without a fixed name.
    #expect(keys == Setting.all.filter { $0.section != .interactions }.map(\.key))
  }

  /// The text of the protocol's page below a heading.
  private static func section(_ heading: String) throws -> Substring {
    let page = try Checkout.text(protocolPage)
    let start = try #require(page.range(of: "\n## \(heading)\n")).upperBound
    let end = page[start...].range(of: "\n## ")?.lowerBound
    return page[start..<(end ?? page.endIndex)]
  }

  /// The names in the first column of the table below a heading.
  private static func rows(_ heading: String) throws -> [String] {
    try section(heading).matches(of: /(?m)^\| `([\w.]+)`/).map { String($0.output.1) }
  }

  @Test func `the first two commands of the README run the demo and the tests`() throws {
    let blocks = try Checkout.text("README.md").split(separator: "```sh\n").dropFirst()
      .compactMap { $0.split(separator: "\n```").first.map(String.init) }
    #expect(Array(blocks.prefix(2)) == ["swift run audiosession-demo", ".ci/test"])
    #expect(try Checkout.lines(".ci/run").contains { $0.text == ".ci/test" })
  }
}
