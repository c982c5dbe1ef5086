package import AudioSessionSchema

/// `events.subscribe`: starts or ends the stream of decisions.
package struct EventsSubscribe: Equatable, Sendable {
  package var scope: Scope
}

extension EventsSubscribe: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: EventsSubscribe?,
    of archive: inout A
  ) throws(A.Fault) -> EventsSubscribe {
    EventsSubscribe(
      scope: try archive.member(
        "scope",
        it?.scope,
        .choice(of: Scope.self),
        "`all` starts it, `none` ends it."
      )
    )
  }

  static let specification = MethodSpecification(
    "Starts or ends the stream of decisions; returns the sessions as of its start.",
    parameters: members,
    result: SessionListResult.shape,
    example: #"{"scope":"all"}"#
  )

  /// The decisions that are sent.
  ///
  /// The raw value is the name on the wire.
  package enum Scope: String, DescribedWord, Sendable, BitwiseCopyable {
    case all, none
  }
}
