package import AudioSessionSchema

/// `enforcement.applied`: an enforcer has applied what it was sent (R14).
package struct EnforcementApplied: Equatable, Sendable {
  /// The last decision that is applied, and with it every earlier one.
  package var seq: UInt64
}

extension EnforcementApplied: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: EnforcementApplied?,
    of archive: inout A
  ) throws(A.Fault) -> EnforcementApplied {
    EnforcementApplied(
      seq: try archive.member("seq", it?.seq, "The number of the last decision that is applied.")
    )
  }

  static let specification = MethodSpecification(
    "Acknowledges all decisions up to a number; sent as a notification.",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"seq":1207}"#
  )
}
