package import AudioSessionTypes

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
        "The text of a configuration file, at most 49152 bytes, with users and groups by number, "
          + "by which alone to decide; requires the grant admin."
      )
    ],
    result: .object(SimulationResult.members),
    example: #"{"description":{"category":"playback"},"action":"activate"}"#
  )
}

/// The result of `policy.simulate`.
package struct SimulationResult: Equatable, Sendable {
  /// The reply that the imagined request would get.
  package var reply: Result<SessionObject, RPCError>
  package var notifications: [SimulatedNotification]
  package var rules: RuleSet
  /// The names of squares of the pair table.
  package var cells: [String]

  package init(
    reply: Result<SessionObject, RPCError>,
    notifications: [SimulatedNotification],
    rules: RuleSet,
    cells: [String]
  ) {
    self.reply = reply
    self.notifications = notifications
    self.rules = rules
    self.cells = cells
  }
}

/// A notification that would be sent.
package struct SimulatedNotification: Equatable, Sendable {
  /// The session whose owner would receive it; 0: the imagined one.
  package var session: UInt64
  package var method: NotificationMethod
  /// The notification's parameters.
  package var params: WrittenValue

  /// Takes the notification that would be sent, and the number that the decision would have.
  package init(to session: UInt64, _ notification: some Notification, epoch: Epoch, seq: UInt64) {
    self.session = session
    method = type(of: notification).method
    var writer = JSONWriter()
    notification.encodeParams(into: &writer, epoch: epoch, seq: seq)
    params = WrittenValue(writer)
  }
}

extension SimulationResult: RowEncodable {
  package static let rows: [Row<SimulationResult>] = [
    .object(
      "reply",
      [
        .optional("result", .component(.session), "The session as it would be.") {
          try? $0.reply.get()
        },
        .optional("error", .component(.error), "The error instead.", \.error),
      ],
      "The reply that the request would get."
    ),
    .required(
      "notifications",
      .list(.object(SimulatedNotification.members)),
      "The notifications that would be sent.",
      \.notifications
    ),
    .required("rules", .list(.text), "The rules the decision would rest on.") { $0.rules.names },
    .required(
      "cells",
      .list(.text),
      "The squares of the pair table it would rest on.",
      \.cells
    ),
  ]

  private var error: RPCError? {
    guard case .failure(let error) = reply else { return nil }
    return error
  }
}

extension SimulatedNotification: RowEncodable {
  package static let rows: [Row<SimulatedNotification>] = [
    .required("session", .count, "The session it goes to; 0: the imagined one.", \.session),
    .required("method", .word(of: NotificationMethod.self), "The notification.", \.method),
    .required(
      "params",
      .map(nil),
      "Its parameters; the imagined session has the number 0 here, too.",
      \.params
    ),
  ]
}
