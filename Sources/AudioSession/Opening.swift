import AudioSessionWire

/// The properties of a session that are fixed when it is opened.
struct Opening: Equatable, Sendable {
  var name: String?
  var zone = Zone.byConfiguration
  /// The process that the session is opened for; nil for the program itself.
  var onBehalfOf: Int32?

  /// The properties as members of a request.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let name { members.append(.init("name", .string(name))) }
    switch zone {
    case .byConfiguration: break
    case .everywhere: members.append(.init("zone", .null))
    case .named(let name): members.append(.init("zone", .string(name)))
    }
    if let onBehalfOf { members.append(.init("onBehalfOf", .number("\(onBehalfOf)"))) }
    return members
  }
}
