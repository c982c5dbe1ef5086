/// `mediaServices.wereLost`: the daemon is going down (R1).
package struct MediaServicesWereLost: Notification {
  package init() {}

  package static let method = NotificationMethod.mediaServicesWereLost

  package static let specification = NotificationSpecification(
    "The daemon stops; all sessions end with it."
  )

  package func encodeMembers(into writer: inout JSONWriter) {}
}
