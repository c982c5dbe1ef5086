/// `system.setProcessSuspended`: reports a process suspended or resumed (R47, R60).
package struct SystemSetProcessSuspended: Equatable, Sendable {
  /// 1…2,147,483,647.
  package var pid: Int32
  package var suspended: Bool
}

extension SystemSetProcessSuspended: RequestBody {
  init(_ parameters: borrowing Parameters) {
    pid = Int32(parameters.required(parameters.integer("pid")))
    suspended = parameters.required(parameters.bool("suspended"))
  }

  var request: Request { .systemSetProcessSuspended(self) }

  static let specification = MethodSpecification(
    "Reports that a process was suspended or resumed; \(SystemReport.reach).",
    parameters: [
      .required("pid", .integer(1...2_147_483_647), "The process."),
      .required("suspended", .boolean, "Whether it is suspended."),
    ],
    result: .object([]),
    example: #"{"pid":812,"suspended":true}"#
  )
}
