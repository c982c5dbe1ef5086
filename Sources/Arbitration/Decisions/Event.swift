package import AudioSessionTypes

/// What happens to the arbiter.
///
/// Form and rights of a request were checked before it became one (R2 is the shell's): a session
/// that is named is open, or the program ends, and it is the peer's to operate. Legality (R4),
/// grants (R3) and limits (R54) are judged here, in the protocol's order.
package enum Event: Equatable, Sendable {
  /// The daemon begins an epoch: the first decision there is, so that a reset has a number (R49).
  case started
  /// A session is opened.
  case open(Opening)
  /// A lease is opened again by name.
  case reopen(Reopening)
  case configure(SessionID, ConfigurationChange, grants: Grants)
  /// `ifSeq`: the latest notification that the client has read (R33). `notifyOthers`: was said, and
  /// means nothing here (R6).
  case activate(SessionID, grants: Grants, ifSeq: UInt64? = nil, notifyOthers: Bool = false)
  case deactivate(SessionID, notifyOthers: Bool)
  case report(SessionID, Report)
  /// A lease goes on for `lease` from now; nil: for the time it last had.
  case renew(SessionID, lease: Duration?)
  case close(SessionID)
  case evict(SessionID)
  /// A connection ended: its `sessions` end in one decision, and what it reported is taken back
  /// (R48, R60). `orphaned`: the leases of its process, if that is gone with it; what was reported
  /// of the process ends with it, too.
  case connectionEnded(ConnectionID, sessions: [SessionID], orphaned: [SessionID] = [])
  /// A process ended apart from its connections, if it had any: the `sessions` that others opened
  /// on its behalf end in one decision, and its leases are `orphaned` (R48).
  case processEnded(sessions: [SessionID] = [], orphaned: [SessionID] = [])
  case setMicrophoneMuted(Bool, Reporter)
  case setSleeping(Bool, Reporter)
  /// The silent switch (R62).
  case setSilenced(Bool, Reporter)
  /// A process that lives is suspended, or runs again (R47).
  case setSuspended(ProcessID, Bool, Reporter)
  /// The route of those of whom the reporter speaks (R40, R44, R60). Without a reason, they knew it
  /// already, and nobody is told.
  case setRoute(RouteSummary, RouteChangeReason?, Reporter)
  /// A new policy is in force (R61).
  case reload(Policy)
  /// A deadline may have passed; at most one is handled, and `wake` says when to come again.
  case timePassed
}

/// All that the rules ask of a route.
package struct RouteSummary: Equatable, Sendable, BitwiseCopyable {
  /// Two routes with the same number are the same; 0: the one without ports that holds until the
  /// first report.
  package var number: UInt64
  /// Whether an input is the built-in microphone, or no input is known (R43).
  package var hasBuiltInMicrophone: Bool

  package init(number: UInt64, hasBuiltInMicrophone: Bool) {
    self.number = number
    self.hasBuiltInMicrophone = hasBuiltInMicrophone
  }

  /// What holds until the first report.
  package static let unknown = RouteSummary(number: 0, hasBuiltInMicrophone: true)
}

/// Who says something about the system, and of whose sessions it holds (R60).
package struct Reporter: Equatable, Sendable, BitwiseCopyable {
  package var connection: ConnectionID
  /// Nil: of everybody's; otherwise of the sessions of this user only.
  package var user: UserID?

  package init(connection: ConnectionID, user: UserID?) {
    self.connection = connection
    self.user = user
  }
}
