package import AudioSessionTypes

/// What `policy.simulate` is answered with.
package struct SimulationResult: Equatable, Sendable {
  /// What the imagined request would be answered with.
  package var reply: Result<SessionObject, RPCError>
  package var notifications: [SimulatedNotification]
  package var rules: RuleSet
  /// Squares of the pair table, by their names.
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

  static let members: [MemberDescription] = [
    .required(
      "reply",
      .object([
        .optional("result", .component(.session), "The session as it would be."),
        .optional("error", .component(.error), "The error instead."),
      ]),
      "What the request would be answered with."
    ),
    .required(
      "notifications",
      .list(
        .object([
          .required("session", .count, "Who would be told; 0: the imagined one."),
          .required("method", .word(of: NotificationMethod.self), "What."),
          .required("params", .map(nil), "How; the imagined one has the number 0 here, too."),
        ])
      ),
      "What would be sent."
    ),
    .required("rules", .list(.text), "The rules that it would rest on."),
    .required("cells", .list(.text), "The squares of the pair table that would say something."),
  ]
}

/// A notification that would be sent.
package struct SimulatedNotification: Equatable, Sendable {
  /// Who would be told; 0: the imagined session.
  package var session: UInt64
  package var method: NotificationMethod
  /// The notification's parameters, as JSON.
  package var params: [UInt8]

  /// Makes it of what would be sent, and the number that the decision would take.
  package init(to session: UInt64, _ notification: some Notification, epoch: Epoch, seq: UInt64) {
    self.session = session
    method = type(of: notification).method
    var writer = JSONWriter()
    notification.encodeParams(into: &writer, epoch: epoch, seq: seq)
    params = writer.bytes
  }
}

extension SimulationResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("reply")
    writer.beginObject()
    switch reply {
    case .success(let session): writer.member("result", session)
    case .failure(let error): writer.member("error", error)
    }
    writer.endObject()
    writer.member("notifications", notifications)
    writer.member("rules", rules)
    writer.member("cells", cells)
    writer.endObject()
  }
}

extension SimulatedNotification: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("session", session)
    writer.member("method", method)
    writer.key("params")
    writer.raw(params)
    writer.endObject()
  }
}
