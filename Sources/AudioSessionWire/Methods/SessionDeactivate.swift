/// `session.deactivate`: a session has been heard enough.
package struct SessionDeactivate: Equatable, Sendable {
  package var reference: SessionReference
  /// Whether those it silenced are told to resume (R24).
  package var notifyOthers: Bool

  package init(reference: SessionReference, notifyOthers: Bool = false) {
    self.reference = reference
    self.notifyOthers = notifyOthers
  }

  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    notifyOthers = parameters.hasElements("options")
  }

  static let description = MethodDescription(
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
