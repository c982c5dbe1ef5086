/// `session.deactivate`: a session has been heard enough.
package struct SessionDeactivate: Equatable, Sendable {
  package var session: UInt64
  /// Whether those it silenced are told to resume (R24).
  package var notifyOthers: Bool

  package init(session: UInt64, notifyOthers: Bool = false) {
    self.session = session
    self.notifyOthers = notifyOthers
  }

  init(_ parameters: borrowing Parameters) {
    session = parameters.session
    notifyOthers = parameters.hasElements("options")
  }

  static let description = MethodDescription(
    "Deactivates a session; those that it silenced may resume if it says so.",
    parameters: [
      .required("session", .session, "The session."),
      .optional(
        "options",
        .list(.choice(["notifyOthersOnDeactivation"])),
        "Tells those that it silenced to resume."
      ),
    ],
    result: .component(.session),
    example: #"{"session":7,"options":["notifyOthersOnDeactivation"]}"#
  )
}
