/// `events.lagged`: decisions were left out because the client read too slowly.
package struct EventsLagged: Notification {
  /// The first number that was left out.
  package var from: UInt64
  /// The last one.
  package var to: UInt64
  /// All sessions as of `to`.
  package var sessions: [SessionObject]

  package init(from: UInt64, to: UInt64, sessions: [SessionObject]) {
    self.from = from
    self.to = to
    self.sessions = sessions
  }

  package static let method = NotificationMethod.eventsLagged

  package static let specification = NotificationSpecification(
    "Decisions were left out of the stream; it continues from here.",
    parameters: [
      .required("from", .count, "The first decision that was left out."),
      .required("to", .count, "The last one."),
      .required("sessions", .list(.component(.session)), "All sessions as of that decision."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
    writer.member("sessions", sessions)
  }
}
