/// `enforcement.attach`: this connection holds and lowers the sound of others (R14).
struct EnforcementAttach: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .enforcementAttach }

  static let specification = MethodSpecification(
    "Makes the connection an enforcer: it is told whom to hold and to lower, and is waited for; "
      + "of all sessions with the grant enforcement, otherwise of its own user's.",
    result: .object([
      .required("seq", .count, "The latest decision."),
      .required("targets", .list(.component(.target)), "Whom to hold or to lower now."),
    ])
  )
}

/// What `enforcement.attach` is answered with.
package struct EnforcementResult: Equatable, Sendable, JSONEncodable {
  package var seq: UInt64
  package var targets: [EnforcementTarget]

  package init(seq: UInt64, targets: [EnforcementTarget]) {
    self.seq = seq
    self.targets = targets
  }

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("seq", seq)
    writer.member("targets", targets)
    writer.endObject()
  }
}
