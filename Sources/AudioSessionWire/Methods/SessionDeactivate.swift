/// `session.deactivate`: a session has been heard enough.
package struct SessionDeactivate: Equatable, Sendable {
  package var reference: SessionReference
  /// Whether those it silenced are told to resume (R24).
  package var notifyOthers = false
}

extension SessionDeactivate: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    notifyOthers = parameters.hasElements("options")
  }

  var request: Request { .sessionDeactivate(self) }

  static let specification = MethodSpecification(
    "Deactivates a session; those that it silenced may resume if it says so.",
    parameters: SessionReference.members + [
      .optional(
        "options",
        .list(.choice(["notifyOthersOnDeactivation"])),
        "Tells those that it silenced to resume."
      )
    ],
    result: .component(.session),
    example: #"{"session":7,"options":["notifyOthersOnDeactivation"]}"#
  )
}
