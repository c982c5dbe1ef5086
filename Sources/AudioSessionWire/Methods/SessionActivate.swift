/// `session.activate`: a session wants to be heard.
package struct SessionActivate: Equatable, Sendable {
  package var reference: SessionReference
  /// The latest notification that the client has read (R33).
  package var ifSeq: UInt64?
  /// Was said, and means nothing here (R6).
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
    "Activates a session, or says why it can't be.",
    parameters: SessionReference.members + [
      .optional("ifSeq", .count, "The number of the last notification that was read."),
      .optional(
        "options",
        .list(.choice(["notifyOthersOnDeactivation"])),
        "Means something on deactivation only, and is ignored here."
      ),
    ],
    result: .component(.session),
    example: #"{"session":7,"ifSeq":1206}"#
  )
}
