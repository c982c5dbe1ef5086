package import AudioSessionSchema

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

extension GrantObject: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: GrantObject?,
    of archive: inout A
  ) throws(A.Fault) -> GrantObject {
    GrantObject(
      users: try archive.member("users", it?.users, "The numbers of users."),
      groups: try archive.member("groups", it?.groups, "The numbers of groups."),
      units: try archive.member("units", it?.units, "The names of the system's units."),
      userUnits: try archive.member(
        "userUnits",
        it?.userUnits,
        "The names of units of the users' own service managers."
      )
    )
  }
}
