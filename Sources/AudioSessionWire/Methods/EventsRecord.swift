package import AudioSessionJSON
package import AudioSessionSchema

/// `events.record`: starts the stream of events with all that is needed to repeat the decisions.
struct EventsRecord: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Starts a recording: returns the state of all sessions, from which the events that follow can "
      + "be decided about again.",
    grant: .observe,
    result: EventsRecordResult.shape
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

extension EventsRecordResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: EventsRecordResult?,
    of archive: inout A
  ) throws(A.Fault) -> EventsRecordResult {
    EventsRecordResult(
      seq: try archive.member("seq", it?.seq, "The latest decision."),
      epoch: try archive.member("epoch", it?.epoch, "The daemon's current epoch."),
      line: try archive.member("line", it?.line, .map(nil), "The state, as a line of a recording.")
    )
  }
}
