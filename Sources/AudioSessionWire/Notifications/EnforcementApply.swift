package import AudioSessionSchema

/// `enforcement.apply`: the sessions to hold and to duck.
package struct EnforcementApply: Notification {
  /// All sessions that are held, whose gain isn't 1, or of which something is muted or directed by
  /// their program.
  package var targets: [EnforcementTarget]

  package init(targets: [EnforcementTarget]) {
    self.targets = targets
  }

  package static let method = NotificationMethod.enforcementApply

  package static let specification = NotificationSpecification(
    "The sessions to hold and to duck from now on; all others are released.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: EnforcementApply?,
    of archive: inout A
  ) throws(A.Fault) -> EnforcementApply {
    EnforcementApply(targets: try archive.member("targets", it?.targets, "All targets."))
  }
}
