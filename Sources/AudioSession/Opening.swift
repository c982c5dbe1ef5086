import AudioSessionWire

/// What is said of a session when it is opened, and settled by that for good.
struct Opening: Equatable, Sendable {
  var name: String?
  var zone = Zone.byConfiguration
  /// The process whose session it is to be; nil: the program's own.
  var onBehalfOf: Int32?

  /// What it says, as members of a request.
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
