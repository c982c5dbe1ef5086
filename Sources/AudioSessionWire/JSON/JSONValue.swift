/// A JSON value as a tree, for those who look at messages as they come: clients, tools, tests.
///
/// Members keep their order and numbers their text: nothing is lost by reading and printing.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// How deep a value may be that is read here; nothing that the daemon sends comes near.
  private static let depthLimit = 128

  /// Reads one value.
  package init(parsing line: Span<UInt8>) throws(JSONError) {
    var document = JSONDocument()
    try document.read(line, depthLimit: JSONValue.depthLimit)
    self.init(document, at: 0)
  }

  /// Reads one value.
  package init(parsing text: String) throws(JSONError) {
    let bytes = Array(text.utf8)
    try self.init(parsing: bytes.span)
  }

  /// The value of a document's node.
  package init(_ document: JSONDocument, at index: Int) {
    switch document.nodes[index].kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer, .number: self = .number(document.string(at: index))
    case .string: self = .string(document.string(at: index))
    case .array: self = .array(JSONValue.elements(of: document, at: index))
    case .object: self = .object(JSONValue.members(of: document, at: index))
    }
  }

  private static func elements(of document: JSONDocument, at index: Int) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(document.count(of: index))
    document.forEachElement(of: index) { elements.append(JSONValue(document, at: $0)) }
    return elements
  }

  private static func members(of document: JSONDocument, at index: Int) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(document.count(of: index))
    document.forEachElement(of: index) { key in
      members.append(Member(document.string(at: key), JSONValue(document, at: key + 1)))
    }
    return members
  }
}
