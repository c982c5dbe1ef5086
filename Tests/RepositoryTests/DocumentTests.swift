import AudioSessionWire
import ConfigurationFile
import TestSupport
import Testing

/// The documents name what there is.
struct DocumentTests {
  private static let protocolPage = "Sources/AudioSessionWire/AudioSessionWire.docc/Protocol.md"

  @Test func `the protocol's page names every method and notification`() throws {
    let page = try Checkout.text(Self.protocolPage)
    let names = Method.allCases.map(\.rawValue) + NotificationMethod.allCases.map(\.rawValue)
    #expect(names.filter { !page.contains("`\($0)`") } == [])
  }

  @Test func `the protocol's page names every configuration key`() throws {
    let page = try Checkout.text(Self.protocolPage)
    // The cells of the pair table are keys without a fixed name.
    let keys = Setting.all.filter { $0.section != .interactions }.map(\.key)
    #expect(keys.filter { !page.contains("\($0)=") } == [])
  }

  @Test func `the first two commands of the README run the demo and the tests`() throws {
    let blocks = try Checkout.text("README.md").split(separator: "```sh\n").dropFirst()
      .compactMap { $0.split(separator: "\n```").first.map(String.init) }
    #expect(Array(blocks.prefix(2)) == ["swift run audiosession-demo", ".ci/test"])
    #expect(try Checkout.text(".ci/run").contains(".ci/test"))
  }
}
