package import AudioSessionSchema

/// `system.setSleeping`: reports the machine's sleep (R50, R60).
package struct SystemSetSleeping: Equatable, Sendable {
  package var sleeping: Bool
}

extension SystemSetSleeping: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetSleeping?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetSleeping {
    SystemSetSleeping(sleeping: try archive.member("sleeping", it?.sleeping, "Whether it sleeps."))
  }

  static let specification = MethodSpecification(
    "Reports that the machine goes to sleep or has woken; \(SystemReport.reach).",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"sleeping":true}"#
  )
}
