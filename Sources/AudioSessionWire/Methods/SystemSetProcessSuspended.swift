/// `system.setProcessSuspended`: a process was stopped, or runs again (R47, R60).
package struct SystemSetProcessSuspended: Equatable, Sendable {
  /// 1…2,147,483,647.
  package var pid: Int32
  package var suspended: Bool

  package init(pid: Int32, suspended: Bool) {
    self.pid = pid
    self.suspended = suspended
  }

  init(_ parameters: borrowing Parameters) {
    pid = Int32(parameters.required(parameters.integer("pid")))
    suspended = parameters.required(parameters.bool("suspended"))
  }

  static let description = MethodDescription(
    "Tells the daemon that a process was stopped, or runs again; \(SystemReport.reach).",
    parameters: [
      .required("pid", .integer(1...2_147_483_647), "The process."),
      .required("suspended", .boolean, "Whether it is stopped."),
    ],
    result: .object([]),
    example: #"{"pid":812,"suspended":true}"#
  )
}
