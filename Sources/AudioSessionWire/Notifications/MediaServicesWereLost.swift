import AudioSessionSchema

/// `mediaServices.wereLost`: the daemon is stopping (R1).
package struct MediaServicesWereLost: Notification, EmptyObject {
  package init() {}

  package static let method = NotificationMethod.mediaServicesWereLost

  package static let specification = NotificationSpecification(
    "The daemon is stopping; all sessions end with it.",
    parameters: []
  )
}
