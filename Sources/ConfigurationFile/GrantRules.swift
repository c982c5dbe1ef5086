/// The holders of a grant: whoever any of the lists names.
package struct GrantRules: Equatable, Sendable {
  package var users: Set<UInt32>
  package var groups: Set<UInt32>
  /// Names of units; of the system's in the system's instance, of the user's in a user's.
  package var units: Set<String>
  /// Names of units of the users' own service managers; any user can create one of such a name.
  package var userUnits: Set<String>

  package init(
    users: Set<UInt32> = [],
    groups: Set<UInt32> = [],
    units: Set<String> = [],
    userUnits: Set<String> = []
  ) {
    self.users = users
    self.groups = groups
    self.units = units
    self.userUnits = userUnits
  }

  /// The built-in holders of a grant: root, and in a per-user instance its user.
  init(instanceUser: UInt32?) {
    let root: UInt32 = 0
    self.init(users: [root, instanceUser ?? root])
  }
}
