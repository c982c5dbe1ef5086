/// `system.setMicrophoneMuted`: the microphone's switch was moved (R43, R60).
package struct SystemSetMicrophoneMuted: Equatable, Sendable {
  package var muted: Bool
}

extension SystemSetMicrophoneMuted: RequestBody {
  init(_ parameters: borrowing Parameters) {
    muted = parameters.required(parameters.bool("muted"))
  }

  var request: Request { .systemSetMicrophoneMuted(self) }

  static let specification = MethodSpecification(
    "Tells the daemon that the microphone was muted in hardware, or no longer is; "
      + "\(SystemReport.reach).",
    parameters: [.required("muted", .boolean, "Whether it is muted.")],
    result: .object([]),
    example: #"{"muted":true}"#
  )
}
