package import AudioSessionTypes

/// `alert.request`: asks whether a system sound may play now (R46).
package struct AlertRequest: Equatable, Sendable {
  package var name: String?
  /// Nil: the policy decides (R63).
  package var zone: NameParameter?
}

extension AlertRequest: RequestBody {
  init(_ parameters: borrowing Parameters) {
    name = parameters.string("name")
    zone = parameters.nameOrNull("zone")
  }

  var request: Request { .alertRequest(self) }

  static let specification = MethodSpecification(
    "Asks whether a system sound may play now.",
    parameters: [
      .optional("name", .name, "The sound's name."),
      .optional("zone", .nullable(.name), "The zone in which it sounds; null: all zones."),
    ],
    result: .object(AlertResult.members),
    example: #"{"name":"message"}"#
  )
}

/// The result of `alert.request`.
package struct AlertResult: Equatable, Sendable {
  /// The rule that silences system sounds now, nil if they may play.
  package var rule: Rule?

  package init(rule: Rule?) { self.rule = rule }
}

extension AlertResult: RowEncodable {
  package static let rows: [Row<AlertResult>] = [
    .required("play", .boolean, "Whether the sound may play.") { $0.rule == nil },
    .optional("rule", .text, "The rule that forbids it.") { $0.rule?.name },
  ]
}
