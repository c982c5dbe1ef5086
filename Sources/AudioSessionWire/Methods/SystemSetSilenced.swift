package import AudioSessionSchema

/// `system.setSilenced`: reports the silent switch (R60, R62).
package struct SystemSetSilenced: Equatable, Sendable {
  package var silenced: Bool
}

extension SystemSetSilenced: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetSilenced?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetSilenced {
    SystemSetSilenced(silenced: try archive.member("silenced", it?.silenced, "Whether it is on."))
  }

  static let specification = MethodSpecification(
    "Reports that the silent switch was turned on or off; \(SystemReport.reach).",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"silenced":true}"#
  )
}
