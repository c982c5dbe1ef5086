/// `mediaServices.wereLost`: the daemon is stopping (R1).
package struct MediaServicesWereLost: Notification {
  package init() {}

  package static let method = NotificationMethod.mediaServicesWereLost

  package static let specification = NotificationSpecification(
    "The daemon is stopping; all sessions end with it."
  )

  package func encodeMembers(into writer: inout JSONWriter) {}
}
