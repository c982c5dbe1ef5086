/// `enforcement.apply`: whom to hold and to lower from now on.
package struct EnforcementApply: Notification {
  /// All that differ from gain 1, not held.
  package var targets: [EnforcementTarget]

  package init(targets: [EnforcementTarget]) {
    self.targets = targets
  }

  package static let method = NotificationMethod.enforcementApply

  package static let specification = NotificationSpecification(
    "Whom to hold and to lower from now on; everybody else is free.",
    parameters: [
      .required("targets", .list(.component(.target)), "All of them.")
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("targets", targets)
  }
}
