/// `system.get`: shows the system's state as it applies to the caller's sessions.
struct SystemGet: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .systemGet }

  static let specification = MethodSpecification(
    "Shows the route, the switches and the machine's sleep, as they apply to the caller.",
    result: .object(SystemResult.members)
  )
}

/// The result of `system.get`.
package struct SystemResult: Equatable, Sendable {
  /// A ``Route``.
  package var route: WrittenValue
  package var microphoneMuted: Bool
  package var sleeping: Bool
  package var silenced: Bool

  package init(route: WrittenValue, microphoneMuted: Bool, sleeping: Bool, silenced: Bool) {
    self.route = route
    self.microphoneMuted = microphoneMuted
    self.sleeping = sleeping
    self.silenced = silenced
  }
}

extension SystemResult: RowEncodable {
  package static let rows: [Row<SystemResult>] = [
    .required("route", .component(.route), "The audio route.", \.route),
    .required(
      "microphoneMuted",
      .boolean,
      "Whether the microphone is muted in hardware.",
      \.microphoneMuted
    ),
    .required("sleeping", .boolean, "Whether the machine sleeps.", \.sleeping),
    .required("silenced", .boolean, "Whether the silent switch is on.", \.silenced),
  ]
}
