import TestSupport
import Testing

/// The layers of `AudioSessionServer`, from the lowest up: none names a type of a layer above it.
///
/// A file in no folder belongs to no layer: all layers use it, or it puts them together.
struct LayerTests {
  private static let server = "Sources/SessionServer"
  private static let layers = [
    "Supervision", "Peers", "Configuration", "Connections", "Decisions", "Requests",
    "Memory",
  ]

  @Test func `no layer of the server knows those above it`() throws {
    var faults: [String] = []
    for (height, layer) in Self.layers.enumerated() {
      let above = try Self.layers[(height + 1)...].reduce(into: Set<String>()) { names, layer in
        names.formUnion(try Self.types(in: layer))
      }
      for path in Checkout.files(below: "\(Self.server)/\(layer)", "swift") {
        let known = SwiftTokens(try Checkout.text(path)).words.intersection(above)
        faults += known.sorted().map { "\(path): names \($0)" }
      }
    }
    #expect(faults == [])
  }

  @Test func `each folder of the server is a layer`() throws {
    let folders = try Checkout.names(in: Self.server).filter {
      !$0.hasSuffix(".swift") && !$0.hasSuffix(".docc")
    }
    #expect(folders == Self.layers.sorted())
  }

  /// The types that a layer's files declare at their outermost level.
  private static func types(in layer: String) throws -> Set<String> {
    let paths = Checkout.files(below: "\(server)/\(layer)", "swift")
    return try paths.reduce(into: []) { names, path in
      let declarations = SwiftDeclarations(SwiftTokens(try Checkout.text(path))).all
      let types = declarations.filter { $0.isType && !$0.isPrivate && $0.scopes.isEmpty }
      names.formUnion(types.map(\.name))
    }
  }
}
