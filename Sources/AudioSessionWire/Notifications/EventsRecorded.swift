package import AudioSessionJSON
package import AudioSessionSchema

/// `events.recorded`: an event and its decision, as a line of a recording.
package struct EventsRecorded: Notification {
  /// An event; or a state, if events were left out before it.
  package var line: JSONValue

  package init(line: JSONValue) { self.line = line }

  package static let method = NotificationMethod.eventsRecorded

  package static let specification = NotificationSpecification(
    "An event was decided about.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: EventsRecorded?,
    of archive: inout A
  ) throws(A.Fault) -> EventsRecorded {
    EventsRecorded(
      line: try archive.member(
        "line",
        it?.line,
        .map(nil),
        "The event and the decision, as a line of a recording."
      )
    )
  }
}
