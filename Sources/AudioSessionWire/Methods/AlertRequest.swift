import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// `alert.request`: asks whether a system sound may play now (R46).
package struct AlertRequest: Equatable, Sendable {
  package var name: String?
  /// Nil: the policy decides (R63).
  package var zone: NameParameter?
}

extension AlertRequest: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: AlertRequest?,
    of archive: inout A
  ) throws(A.Fault) -> AlertRequest {
    AlertRequest(
      name: try archive.optional("name", it?.name, .name, "The sound's name."),
      zone: try archive.optional(
        "zone",
        it?.zone,
        .nullable(.name),
        "The zone in which it sounds; null: all zones."
      )
    )
  }

  static let specification = MethodSpecification(
    "Asks whether a system sound may play now.",
    parameters: members,
    result: AlertResult.shape,
    example: #"{"name":"message"}"#
  )
}

/// The result of `alert.request`.
package struct AlertResult: Equatable, Sendable {
  /// The rule that silences system sounds now, nil if they may play.
  package var rule: Rule?

  package init(rule: Rule?) { self.rule = rule }
}

extension AlertResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: AlertResult?,
    of archive: inout A
  ) throws(A.Fault) -> AlertResult {
    _ = try archive.member("play", it.map { $0.rule == nil }, "Whether the sound may play.")
    return AlertResult(
      rule: try archive.optional("rule", it?.rule, "The rule that forbids it.")
    )
  }
}
