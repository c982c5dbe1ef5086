import AudioSessionJSON
package import AudioSessionSchema

/// `enforcement.attach`: makes the connection an enforcer, which applies gains and pauses (R14).
struct EnforcementAttach: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Makes the connection an enforcer: it is sent the sessions to hold and to duck, and replies "
      + "wait for its acknowledgements. It covers all sessions with the grant enforcement, otherwise "
      + "those of its own user.",
    result: EnforcementResult.shape
  )
}

/// The result of `enforcement.attach`.
package struct EnforcementResult: Equatable, Sendable {
  package var seq: UInt64
  package var targets: [EnforcementTarget]

  package init(seq: UInt64, targets: [EnforcementTarget]) {
    self.seq = seq
    self.targets = targets
  }
}

extension EnforcementResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: EnforcementResult?,
    of archive: inout A
  ) throws(A.Fault) -> EnforcementResult {
    EnforcementResult(
      seq: try archive.member("seq", it?.seq, "The latest decision."),
      targets: try archive.member("targets", it?.targets, "The sessions to hold or to duck now.")
    )
  }
}
