/// Looks up the numbers of users and groups; nil if there is no such name.
package struct AccountIDs: Sendable {
  package var userID: @Sendable (String) -> UInt32?
  package var groupID: @Sendable (String) -> UInt32?
  /// Why a name couldn't be looked up, so that nil says nothing; nil: all could.
  package var failure: @Sendable () -> String?

  package init(
    userID: @escaping @Sendable (String) -> UInt32?,
    groupID: @escaping @Sendable (String) -> UInt32?,
    failure: @escaping @Sendable () -> String? = { nil }
  ) {
    self.userID = userID
    self.groupID = groupID
    self.failure = failure
  }
}
