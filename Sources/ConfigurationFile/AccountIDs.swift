/// Looks up the numbers of users and groups; nil if there is no such name.
package struct AccountIDs: Sendable {
  package var userID: @Sendable (String) -> UInt32?
  package var groupID: @Sendable (String) -> UInt32?
  /// Why a name couldn't be looked up, so that nil says nothing; nil: all could.
  package var failure: @Sendable () -> String?
  /// Whether a name that couldn't be looked up is only a warning, as one that doesn't exist.
  package var mayFail: Bool

  package init(
    userID: @escaping @Sendable (String) -> UInt32?,
    groupID: @escaping @Sendable (String) -> UInt32?,
    failure: @escaping @Sendable () -> String? = { nil },
    mayFail: Bool = false
  ) {
    self.userID = userID
    self.groupID = groupID
    self.failure = failure
    self.mayFail = mayFail
  }
}
