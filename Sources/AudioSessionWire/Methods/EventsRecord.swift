/// `events.record`: starts the stream of events with all that is needed to repeat the decisions.
struct EventsRecord: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .eventsRecord }

  static let specification = MethodSpecification(
    "Starts a recording: returns the state of all sessions, from which the events that follow can "
      + "be decided about again.",
    grant: .observe,
    result: .object(EventsRecordResult.members)
  )
}

/// The result of `events.record`.
package struct EventsRecordResult: Equatable, Sendable {
  package var seq: UInt64
  package var epoch: Epoch
  /// The first line after the header of a recording.
  package var line: JSONValue

  package init(seq: UInt64, epoch: Epoch, line: JSONValue) {
    self.seq = seq
    self.epoch = epoch
    self.line = line
  }
}

extension EventsRecordResult: RowEncodable {
  package static let rows: [Row<EventsRecordResult>] = [
    .required("seq", .count, "The latest decision.", \.seq),
    .required("epoch", .text, "The daemon's current epoch.", \.epoch),
    .required("line", .map(nil), "The state, as a line of a recording.", \.line),
  ]
}
