import TestSupport
import Testing

/// The rooms of `AudioSessionServer`, from the ground up: none names a type of a room above it.
///
/// What stands in no folder isn't a room: it is the ground that all stand on, or puts them together.
struct RoomTests {
  private static let server = "Sources/SessionServer"
  private static let rooms = [
    "Supervision", "Peers", "Configuration", "Connections", "Decisions", "Requests",
    "Memory",
  ]

  @Test func `no room of the server knows those above it`() throws {
    var faults: [String] = []
    for (height, room) in Self.rooms.enumerated() {
      let above = try Self.rooms[(height + 1)...].reduce(into: Set<String>()) { names, room in
        names.formUnion(try Self.types(in: room))
      }
      for path in Checkout.files(below: "\(Self.server)/\(room)", "swift") {
        let known = SwiftTokens(try Checkout.text(path)).words.intersection(above)
        faults += known.sorted().map { "\(path): names \($0)" }
      }
    }
    #expect(faults == [])
  }

  @Test func `each folder of the server is a room`() throws {
    let folders = try Checkout.names(in: Self.server).filter {
      !$0.hasSuffix(".swift") && !$0.hasSuffix(".docc")
    }
    #expect(folders == Self.rooms.sorted())
  }

  /// The types that a room's files declare at their outermost level.
  private static func types(in room: String) throws -> Set<String> {
    let paths = Checkout.files(below: "\(server)/\(room)", "swift")
    return try paths.reduce(into: []) { names, path in
      let declarations = SwiftDeclarations(SwiftTokens(try Checkout.text(path))).all
      let types = declarations.filter { $0.isType && !$0.isPrivate && $0.scopes.isEmpty }
      names.formUnion(types.map(\.name))
    }
  }
}
