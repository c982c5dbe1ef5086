/// `system.setMicrophoneMuted`: reports the microphone's hardware switch (R43, R60).
package struct SystemSetMicrophoneMuted: Equatable, Sendable {
  package var muted: Bool
}

extension SystemSetMicrophoneMuted: RequestBody {
  init(_ parameters: borrowing Parameters) {
    muted = parameters.required(parameters.bool("muted"))
  }

  var request: Request { .systemSetMicrophoneMuted(self) }

  static let specification = MethodSpecification(
    "Reports that the microphone was muted or unmuted in hardware; "
      + "\(SystemReport.reach).",
    parameters: [.required("muted", .boolean, "Whether it is muted.")],
    result: .object([]),
    example: #"{"muted":true}"#
  )
}
