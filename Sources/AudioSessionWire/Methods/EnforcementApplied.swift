/// `enforcement.applied`: an enforcer has done what it was told (R14).
package struct EnforcementApplied: Equatable, Sendable {
  /// Every decision up to this one.
  package var seq: UInt64
}

extension EnforcementApplied: RequestBody {
  init(_ parameters: borrowing Parameters) {
    seq = parameters.required(parameters.unsigned("seq"))
  }

  var request: Request { .enforcementApplied(self) }

  static let specification = MethodSpecification(
    "Acknowledges every decision up to a number; sent as a notification.",
    parameters: [.required("seq", .count, "The number.")],
    result: .object([]),
    example: #"{"seq":1207}"#
  )
}
