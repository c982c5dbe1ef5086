/// `mediaServices.wereReset`: the daemon started anew, and every session is gone (R49).
package struct MediaServicesWereReset: Notification {
  package var previousEpoch: String

  package init(previousEpoch: String) {
    self.previousEpoch = previousEpoch
  }

  package static let method = NotificationMethod.mediaServicesWereReset

  package static let specification = NotificationSpecification(
    "The daemon has started anew; sessions of before are gone.",
    parameters: [
      .required("previousEpoch", .text, "The life of the daemon that is over.")
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("previousEpoch", previousEpoch)
  }
}
