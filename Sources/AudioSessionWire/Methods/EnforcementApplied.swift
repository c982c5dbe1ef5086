/// `enforcement.applied`: an enforcer has applied what it was sent (R14).
package struct EnforcementApplied: Equatable, Sendable {
  /// The last decision that is applied, and with it every earlier one.
  package var seq: UInt64
}

extension EnforcementApplied: RequestBody {
  init(_ parameters: borrowing Parameters) {
    seq = parameters.required(parameters.unsigned("seq"))
  }

  var request: Request { .enforcementApplied(self) }

  static let specification = MethodSpecification(
    "Acknowledges all decisions up to a number; sent as a notification.",
    parameters: [.required("seq", .count, "The number of the last decision that is applied.")],
    result: .object([]),
    example: #"{"seq":1207}"#
  )
}
