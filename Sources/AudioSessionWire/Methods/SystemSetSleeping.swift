/// `system.setSleeping`: reports the machine's sleep (R50, R60).
package struct SystemSetSleeping: Equatable, Sendable {
  package var sleeping: Bool
}

extension SystemSetSleeping: RequestBody {
  init(_ parameters: borrowing Parameters) {
    sleeping = parameters.required(parameters.bool("sleeping"))
  }

  var request: Request { .systemSetSleeping(self) }

  static let specification = MethodSpecification(
    "Reports that the machine goes to sleep or has woken; \(SystemReport.reach).",
    parameters: [.required("sleeping", .boolean, "Whether it sleeps.")],
    result: .object([]),
    example: #"{"sleeping":true}"#
  )
}
