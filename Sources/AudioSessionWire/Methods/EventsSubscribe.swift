/// `events.subscribe`: every decision is told, or none any more.
package struct EventsSubscribe: Equatable, Sendable {
  package var scope: Scope
}

extension EventsSubscribe: RequestBody {
  init(_ parameters: borrowing Parameters) {
    scope = parameters.required(parameters.word("scope"))
  }

  var request: Request { .eventsSubscribe(self) }

  static let specification = MethodSpecification(
    "Starts or ends the stream of decisions, from the sessions of this moment on.",
    parameters: [.required("scope", .choice(of: Scope.self), "Whether to start or to end it.")],
    result: SessionListResult.shape,
    example: #"{"scope":"all"}"#
  )

  /// What is told.
  ///
  /// The raw value is the name on the wire.
  package enum Scope: String, CaseIterable, Sendable, BitwiseCopyable {
    case all, none
  }
}
