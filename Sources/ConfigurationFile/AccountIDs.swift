/// Looks up the numbers of users and groups; nil if there is no such name.
package struct AccountIDs: Sendable {
  package var userID: @Sendable (String) -> UInt32?
  package var groupID: @Sendable (String) -> UInt32?

  package init(
    userID: @escaping @Sendable (String) -> UInt32?,
    groupID: @escaping @Sendable (String) -> UInt32?
  ) {
    self.userID = userID
    self.groupID = groupID
  }
}
