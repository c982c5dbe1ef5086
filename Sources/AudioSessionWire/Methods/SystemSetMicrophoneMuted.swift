/// `system.setMicrophoneMuted`: the microphone's switch was moved (R43, R60).
package struct SystemSetMicrophoneMuted: Equatable, Sendable {
  package var muted: Bool

  package init(muted: Bool) {
    self.muted = muted
  }

  init(_ parameters: borrowing Parameters) {
    muted = parameters.required(parameters.bool("muted"))
  }

  static let description = MethodDescription(
    "Tells the daemon that the microphone was muted in hardware, or no longer is; "
      + "\(SystemReport.reach).",
    parameters: [.required("muted", .boolean, "Whether it is muted.")],
    result: .object([]),
    example: #"{"muted":true}"#
  )
}
