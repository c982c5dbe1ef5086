package import AudioSessionTypes

/// A request to open a session.
package struct Opening: Equatable, Sendable, BitwiseCopyable {
  /// A number that was never used before.
  package var id: SessionID
  package var owner: Owner
  package var scope: Scope
  /// The session's configuration, as a change of the initial one.
  package var change: ConfigurationChange
  package var grants: Grants
  /// The lease's length; nil for a session that ends with its connection.
  package var lease: Duration?
  /// False if one of the shell's limits forbids another session (R54).
  package var isWithinLimits: Bool

  package init(
    id: SessionID,
    owner: Owner,
    scope: Scope,
    change: ConfigurationChange,
    grants: Grants,
    lease: Duration? = nil,
    isWithinLimits: Bool = true
  ) {
    self.id = id
    self.owner = owner
    self.scope = scope
    self.change = change
    self.grants = grants
    self.lease = lease
    self.isWithinLimits = isWithinLimits
  }
}

/// A request to open an existing lease again: it is configured, renewed and taken over.
package struct Reopening: Equatable, Sendable, BitwiseCopyable {
  /// The lease, which must be open.
  package var id: SessionID
  /// The new owner; the lease's scope stays.
  package var owner: Owner
  package var change: ConfigurationChange
  package var grants: Grants
  /// The lease's new length, from now on.
  package var lease: Duration

  package init(
    id: SessionID,
    owner: Owner,
    change: ConfigurationChange,
    grants: Grants,
    lease: Duration
  ) {
    self.id = id
    self.owner = owner
    self.change = change
    self.grants = grants
    self.lease = lease
  }
}
