/// `system.setSilenced`: reports the silent switch (R60, R62).
package struct SystemSetSilenced: Equatable, Sendable {
  package var silenced: Bool
}

extension SystemSetSilenced: RequestBody {
  init(_ parameters: borrowing Parameters) {
    silenced = parameters.required(parameters.bool("silenced"))
  }

  var request: Request { .systemSetSilenced(self) }

  static let specification = MethodSpecification(
    "Reports that the silent switch was turned on or off; \(SystemReport.reach).",
    parameters: [.required("silenced", .boolean, "Whether it is on.")],
    result: .object([]),
    example: #"{"silenced":true}"#
  )
}
