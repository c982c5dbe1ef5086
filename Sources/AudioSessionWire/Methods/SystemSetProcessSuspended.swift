package import AudioSessionSchema

/// `system.setProcessSuspended`: reports a process suspended or resumed (R47, R60).
package struct SystemSetProcessSuspended: Equatable, Sendable {
  /// 1…2,147,483,647.
  package var pid: Int32
  package var suspended: Bool
}

extension SystemSetProcessSuspended: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetProcessSuspended?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetProcessSuspended {
    SystemSetProcessSuspended(
      pid: try archive.member("pid", it?.pid, .integer(1...2_147_483_647), "The process."),
      suspended: try archive.member("suspended", it?.suspended, "Whether it is suspended.")
    )
  }

  static let specification = MethodSpecification(
    "Reports that a process was suspended or resumed; \(SystemReport.reach).",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"pid":812,"suspended":true}"#
  )
}
