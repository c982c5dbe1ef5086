/// `mediaServices.wereReset`: the daemon has restarted, and earlier sessions are gone (R49).
package struct MediaServicesWereReset: Notification {
  package var previousEpoch: String

  package init(previousEpoch: String) {
    self.previousEpoch = previousEpoch
  }

  package static let method = NotificationMethod.mediaServicesWereReset

  package static let specification = NotificationSpecification(
    "The daemon has restarted; earlier sessions are gone.",
    parameters: [
      .required("previousEpoch", .text, "The epoch that has ended.")
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("previousEpoch", previousEpoch)
  }
}
