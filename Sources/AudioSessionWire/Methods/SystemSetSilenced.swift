/// `system.setSilenced`: the silent switch was moved (R60, R62).
package struct SystemSetSilenced: Equatable, Sendable {
  package var silenced: Bool

  package init(silenced: Bool) {
    self.silenced = silenced
  }

  init(_ parameters: borrowing Parameters) {
    silenced = parameters.required(parameters.bool("silenced"))
  }

  static let description = MethodDescription(
    "Tells the daemon that the silent switch is on, or off; \(SystemReport.reach).",
    parameters: [.required("silenced", .boolean, "Whether it is on.")],
    result: .object([]),
    example: #"{"silenced":true}"#
  )
}
