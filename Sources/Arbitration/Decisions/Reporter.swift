/// The connection that reports something of the system, and the user it speaks for (R60).
package struct Reporter: Equatable, Sendable, BitwiseCopyable {
  package var connection: ConnectionID
  /// The user whose sessions the report concerns; nil: everybody's.
  package var user: UserID?

  package init(connection: ConnectionID, user: UserID?) {
    self.connection = connection
    self.user = user
  }
}
