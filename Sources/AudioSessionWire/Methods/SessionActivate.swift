/// `session.activate`: activates a session.
package struct SessionActivate: Equatable, Sendable {
  package var reference: SessionReference
  /// The number of the last notification that the client has read (R33).
  package var ifSeq: UInt64?
  /// The option is present; it has no effect here (R6).
  package var notifyOthers = false
}

extension SessionActivate: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    ifSeq = parameters.unsigned("ifSeq")
    notifyOthers = parameters.hasElements("options")
  }

  var request: Request { .sessionActivate(self) }

  static let specification = MethodSpecification(
    "Activates a session, or is refused with the reason.",
    parameters: SessionReference.members + [
      .optional("ifSeq", .count, "The number of the last notification that the client has read."),
      .optional(
        "options",
        .list(.choice(["notifyOthersOnDeactivation"])),
        "Has an effect on deactivation only; ignored here."
      ),
    ],
    result: .component(.session),
    example: #"{"session":7,"ifSeq":1206}"#
  )
}
