import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The interface as it was last agreed to: a change of it shows in a file.
struct InterfaceFileTests {
  private static let file = "Tests/Unit/AudioSessionWireTests/interface.json"

  /// `UPDATE_INTERFACE=1 .ci/test --filter InterfaceFileTests` writes it anew.
  @Test func `the document of rpc.discover is the one that is kept`() throws {
    let document = try JSONValue(parsing: written(OpenRPC(version: "kept")))
    let text = document.prettyText + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_INTERFACE"] != nil {
      try Data(text.utf8).write(to: URL(filePath: "\(Checkout.root)/\(Self.file)"))
    }
    #expect(try Checkout.text(Self.file) == text)
  }
}
