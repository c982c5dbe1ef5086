package import AudioSessionSchema

/// `system.setMicrophoneMuted`: reports the microphone's hardware switch (R43, R60).
package struct SystemSetMicrophoneMuted: Equatable, Sendable {
  package var muted: Bool
}

extension SystemSetMicrophoneMuted: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetMicrophoneMuted?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetMicrophoneMuted {
    SystemSetMicrophoneMuted(muted: try archive.member("muted", it?.muted, "Whether it is muted."))
  }

  static let specification = MethodSpecification(
    "Reports that the microphone was muted or unmuted in hardware; "
      + "\(SystemReport.reach).",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"muted":true}"#
  )
}
