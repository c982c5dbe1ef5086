/// `enforcement.attach`: makes the connection an enforcer, which applies gains and pauses (R14).
struct EnforcementAttach: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .enforcementAttach }

  static let specification = MethodSpecification(
    "Makes the connection an enforcer: it is sent the sessions to hold and to duck, and replies "
      + "wait for its acknowledgements. It covers all sessions with the grant enforcement, otherwise "
      + "those of its own user.",
    result: .object(EnforcementResult.members)
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

extension EnforcementResult: RowEncodable {
  package static let rows: [Row<EnforcementResult>] = [
    .required("seq", .count, "The latest decision.", \.seq),
    .required(
      "targets",
      .list(.component(.target)),
      "The sessions to hold or to duck now.",
      \.targets
    ),
  ]
}
