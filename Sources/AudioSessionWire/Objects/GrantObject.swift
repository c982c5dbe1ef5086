/// The holders of a grant.
package struct GrantObject: Equatable, Sendable {
  /// Numbers, ascending.
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
}

extension GrantObject: RowEncodable {
  package static let rows: [Row<GrantObject>] = [
    .required("users", .list(.count), "The numbers of users.", \.users),
    .required("groups", .list(.count), "The numbers of groups.", \.groups),
    .required("units", .list(.text), "The names of the system's units.", \.units),
    .required(
      "userUnits",
      .list(.text),
      "The names of units of the users' own service managers.",
      \.userUnits
    ),
  ]
}
