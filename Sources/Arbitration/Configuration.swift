package import AudioSessionTypes

/// A session's use of sound: the client's settings, and its role as it was when the session took
/// it; the largest comes first, which makes it 24 bytes.
package struct Configuration: Equatable, Sendable, BitwiseCopyable {
  /// The options that were named, without those that the category implies anyway.
  package var options: CategoryOptions = []
  package var role: SessionRole?
  package var category = Category.soloAmbient
  package var mode = Mode.default
  package var routeSharingPolicy = RouteSharingPolicy.default
  /// The session's own; ``priority`` is the one in force.
  package var ownPriority = Priority.normal
  package var alertStyle = AlertStyle.fullScreen
  package var preferences = Preferences.initial

  package init() {}

  /// The options in force, implied ones included.
  package var optionsInForce: CategoryOptions { Legality.inForce(category, mode, options) }

  /// The priority in force: the session's own, or its role's (R66).
  package var priority: Priority { role?.like.priority ?? ownPriority }

  /// The tables of R4 allow it.
  package var isLegal: Bool { fault == nil && hasFittingPriority }

  /// The tables' objection (R4).
  package var fault: Legality.Fault? {
    Legality.fault(in: category, mode, options, routeSharingPolicy)
  }

  /// A role goes with the priority `normal` only (R66).
  package var hasFittingPriority: Bool { role == nil || ownPriority == .normal }
}

/// A session's role, with what it was like when the session took it (R66).
package struct SessionRole: Equatable, Sendable, BitwiseCopyable {
  /// Names the role.
  package var kind: Kind
  /// The built-in kind whose priority and mixability it has.
  package var like: Kind
  /// A reload has removed the role, or given it another `Like`, since the session took it;
  /// the session then counts as of the kind ``like``.
  package var isOutdated = false

  package init(_ kind: Kind, like: Kind) {
    self.kind = kind
    self.like = like
  }
}
