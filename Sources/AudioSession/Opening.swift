import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// The properties of a session that are fixed when it is opened.
package struct Opening: Equatable, Sendable {
  var name: String?
  var zone: Zone
  var lease: Lease?
  /// The process that the session is opened for; nil for the program itself.
  var onBehalfOf: Int32?

  package init(
    name: String? = nil,
    zone: Zone = .byConfiguration,
    lease: Lease? = nil,
    onBehalfOf: Int32? = nil
  ) {
    self.name = name
    self.zone = zone
    self.lease = lease
    self.onBehalfOf = onBehalfOf
  }

  /// The properties as members of a request.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let name { members.append(.init("name", .string(name))) }
    members += zone.members
    if let lease {
      let seconds = JSONValue.number("\(lease.timeToLive.inSeconds)")
      members.append(.init("lease", ["leaseName": .string(lease.name), "ttlSeconds": seconds]))
    }
    if let onBehalfOf { members.append(.init("onBehalfOf", .number("\(onBehalfOf)"))) }
    return members
  }
}

extension Zone {
  /// The zone as a member of a request; none if the daemon's configuration decides.
  var members: [JSONValue.Member] {
    switch self {
    case .byConfiguration: []
    case .everywhere: [.init("zone", .null)]
    case .named(let name): [.init("zone", .string(name))]
    }
  }
}
