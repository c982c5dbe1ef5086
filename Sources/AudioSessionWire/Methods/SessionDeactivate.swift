/// `session.deactivate`: deactivates a session.
package struct SessionDeactivate: Equatable, Sendable {
  package var reference: SessionReference
  /// The sessions that it interrupted are told that they may resume (R24).
  package var notifyOthers = false
}

extension SessionDeactivate: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    notifyOthers = parameters.hasElements("options")
  }

  var request: Request { .sessionDeactivate(self) }

  static let specification = MethodSpecification(
    "Deactivates a session.",
    parameters: SessionReference.members + [
      .optional(
        "options",
        .list(.choice(["notifyOthersOnDeactivation"])),
        "Tells the sessions that it interrupted that they may resume."
      )
    ],
    result: .component(.session),
    example: #"{"session":7,"options":["notifyOthersOnDeactivation"]}"#
  )
}
