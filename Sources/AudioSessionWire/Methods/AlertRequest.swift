package import AudioSessionTypes

/// `alert.request`: whether a system sound may be heard now (R46).
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
      .optional("name", .name, "What the sound is."),
      .optional("zone", .nullable(.name), "The zone that it sounds in; null: in all."),
    ],
    result: .object([
      .required("play", .boolean, "Whether it may."),
      .optional("rule", .text, "The rule that says no."),
    ]),
    example: #"{"name":"message"}"#
  )
}

/// What `alert.request` is answered with.
package struct AlertResult: Equatable, Sendable, JSONEncodable {
  /// The rule that silences system sounds now, nil if they may play.
  package var rule: Rule?

  package init(rule: Rule?) { self.rule = rule }

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("play", rule == nil)
    if let rule { writer.member("rule", rule.name) }
    writer.endObject()
  }
}
