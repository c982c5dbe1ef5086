package import AudioSessionSchema

/// `events.lagged`: decisions were left out because the client read too slowly.
package struct EventsLagged: Notification {
  /// The first number that was left out.
  package var from: UInt64
  /// The last one.
  package var to: UInt64
  /// All sessions as of `to`.
  package var sessions: SessionListing

  package init(from: UInt64, to: UInt64, sessions: SessionListing) {
    self.from = from
    self.to = to
    self.sessions = sessions
  }

  package static let method = NotificationMethod.eventsLagged

  package static let specification = NotificationSpecification(
    "Decisions were left out of the stream; it continues from here.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: EventsLagged?,
    of archive: inout A
  ) throws(A.Fault) -> EventsLagged {
    EventsLagged(
      from: try archive.member("from", it?.from, "The first decision that was left out."),
      to: try archive.member("to", it?.to, "The last one."),
      sessions: try archive.member("sessions", it?.sessions, "All sessions as of that decision.")
    )
  }
}
