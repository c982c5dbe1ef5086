/// `events.subscribe`: starts or ends the stream of decisions.
package struct EventsSubscribe: Equatable, Sendable {
  package var scope: Scope
}

extension EventsSubscribe: RequestBody {
  init(_ parameters: borrowing Parameters) {
    scope = parameters.required(parameters.word("scope"))
  }

  var request: Request { .eventsSubscribe(self) }

  static let specification = MethodSpecification(
    "Starts or ends the stream of decisions; returns the sessions as of its start.",
    parameters: [.required("scope", .choice(of: Scope.self), "`all` starts it, `none` ends it.")],
    result: .object(SessionListResult.members),
    example: #"{"scope":"all"}"#
  )

  /// The decisions that are sent.
  ///
  /// The raw value is the name on the wire.
  package enum Scope: String, CaseIterable, Sendable, BitwiseCopyable {
    case all, none
  }
}
