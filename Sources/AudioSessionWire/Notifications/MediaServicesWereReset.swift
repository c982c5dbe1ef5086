package import AudioSessionSchema

/// `mediaServices.wereReset`: the daemon has restarted, and earlier sessions are gone (R49).
package struct MediaServicesWereReset: Notification {
  package var previousEpoch: String

  package init(previousEpoch: String) {
    self.previousEpoch = previousEpoch
  }

  package static let method = NotificationMethod.mediaServicesWereReset

  package static let specification = NotificationSpecification(
    "The daemon has restarted; earlier sessions are gone.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: MediaServicesWereReset?,
    of archive: inout A
  ) throws(A.Fault) -> MediaServicesWereReset {
    MediaServicesWereReset(
      previousEpoch: try archive.member(
        "previousEpoch",
        it?.previousEpoch,
        "The epoch that has ended."
      )
    )
  }
}
