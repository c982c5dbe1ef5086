/// `session.activate`: a session wants to be heard.
package struct SessionActivate: Equatable, Sendable {
  package var session: UInt64
  /// The latest notification that the client has read (R33).
  package var ifSeq: UInt64?
  /// Was said, and means nothing here (R6).
  package var notifyOthers: Bool

  package init(session: UInt64, ifSeq: UInt64? = nil, notifyOthers: Bool = false) {
    self.session = session
    self.ifSeq = ifSeq
    self.notifyOthers = notifyOthers
  }

  init(_ parameters: borrowing Parameters) {
    session = parameters.session
    ifSeq = parameters.unsigned("ifSeq")
    notifyOthers = parameters.hasElements("options")
  }

  static let description = MethodDescription(
    "Activates a session, or says why it can't be.",
    parameters: [
      .required("session", .session, "The session."),
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
