package import AudioSessionTypes

/// `system.setRoute`: where sound comes in and goes out from now on (R40, R44).
package struct SystemSetRoute: Equatable, Sendable {
  package var route: Route
  /// Nil: to be found out by comparing.
  package var reason: RouteChangeReason?
}

extension SystemSetRoute: RequestBody {
  init(_ parameters: borrowing Parameters) {
    route = Route(parameters)
    reason = parameters.word("reason")
  }

  var request: Request { .systemSetRoute(self) }

  static let specification = MethodSpecification(
    "Tells the daemon that the audio route has changed; \(SystemReport.reach).",
    parameters: Route.members + [
      .optional("reason", .choice(of: RouteChangeReason.self), "Why; found out if left out.")
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
