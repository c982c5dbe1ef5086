/// Who holds a grant.
package struct GrantObject: Equatable, Sendable {
  /// Numbers, rising.
  package var users: [UInt32] = []
  package var groups: [UInt32] = []
  package var units: [String] = []
  package var userUnits: [String] = []

  package init(
    users: [UInt32] = [],
    groups: [UInt32] = [],
    units: [String] = [],
    userUnits: [String] = []
  ) {
    self.users = users
    self.groups = groups
    self.units = units
    self.userUnits = userUnits
  }

  static let members: [MemberDescription] = [
    .required("users", .list(.count), "The numbers of users."),
    .required("groups", .list(.count), "The numbers of groups."),
    .required("units", .list(.text), "The names of the system's units."),
    .required("userUnits", .list(.text), "The names of units of the user's own manager."),
  ]
}

extension GrantObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", users.map { Int($0) })
    writer.member("groups", groups.map { Int($0) })
    writer.member("units", units)
    writer.member("userUnits", userUnits)
    writer.endObject()
  }
}
