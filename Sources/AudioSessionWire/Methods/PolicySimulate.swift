/// `policy.simulate`: shows what an action would lead to.
package struct PolicySimulate: Equatable, Sendable {
  /// The session whose action is imagined.
  package enum Subject: Equatable, Sendable {
    case session(UInt64)
    /// A session that doesn't exist, in a process of its own.
    case imagined(SessionOpen)
  }

  /// The action that is imagined.
  ///
  /// The raw value is the name on the wire.
  package enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    case activate, deactivate
  }

  package var subject: Subject
  package var action: Action
  package var notifyOthers = false
  /// The imagined session's owner, where it differs from the caller.
  package var identity = ImaginedIdentity()
  /// The text of a configuration file that replaces the one in force.
  package var configuration: String?
}

extension PolicySimulate: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    action = parameters.required(parameters.word("action"))
    notifyOthers = parameters.bool("notifyOthers") ?? false
    identity = ImaginedIdentity(parameters)
    configuration = parameters.string("configuration")
    switch (parameters.unsigned("session"), parameters.object("description")) {
    case (let session?, nil):
      subject = .session(session)
      try identity.refuseBesideSession()
    case (nil, let description?): subject = .imagined(try SessionOpen(description))
    case (let session, _):
      let found: ParameterFault.Found = session == nil ? .nothing : .words("both")
      let expected = "either session or description"
      throw .invalidParams(ParameterFault("session", expected: expected, found: found))
    }
  }

  var request: Request { .policySimulate(self) }

  static let specification = MethodSpecification(
    "Shows what an activation or deactivation would lead to, and changes nothing.",
    parameters: [
      .optional("session", .session, "The session; or"),
      .optional("description", .object(SessionOpen.imagined), "a session that is only imagined."),
      .required("action", .choice(of: Action.self), "The action to imagine."),
      .optional("notifyOthers", .boolean, "Whether a deactivation notifies others; default false."),
    ] + ImaginedIdentity.members + [
      .optional(
        "configuration",
        .text,
        "The text of a configuration file, at most 49152 bytes, with users and groups by number, by "
          + "which alone to decide; requires the grant admin."
      )
    ],
    result: .object(SimulationResult.members),
    example: #"{"description":{"category":"playback"},"action":"activate"}"#
  )
}
