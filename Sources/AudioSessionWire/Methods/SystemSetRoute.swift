package import AudioSessionTypes

/// `system.setRoute`: reports the audio route (R40, R44).
package struct SystemSetRoute: Equatable, Sendable {
  package var route: Route
  /// Nil from a reporter that doesn't know it: found by comparing with the former route.
  package var reason: RouteChangeReason?
}

extension SystemSetRoute: RequestBody {
  init(_ parameters: borrowing Parameters) {
    route = Route(parameters)
    reason = parameters.word("reason")
  }

  var request: Request { .systemSetRoute(self) }

  static let specification = MethodSpecification(
    "Reports that the audio route has changed; \(SystemReport.reach).",
    parameters: Route.members + [
      .optional(
        "reason",
        .choice(of: RouteChangeReason.self),
        "The reason; found by comparison if omitted."
      )
    ],
    result: .object([]),
    example: #"{"inputs":[],"outputs":[{"portType":"Speaker","name":"Laptop","portID":"0"}]}"#
  )
}

extension Route {
  fileprivate init(_ parameters: borrowing Parameters) {
    inputs = parameters.required(parameters.objects("inputs")).map(Port.init)
    outputs = parameters.required(parameters.objects("outputs")).map(Port.init)
  }
}
