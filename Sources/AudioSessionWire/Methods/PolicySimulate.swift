package import AudioSessionJSON
package import AudioSessionSchema
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
  package enum Action: String, DescribedWord, Sendable, BitwiseCopyable {
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

extension PolicySimulate {
  private var session: UInt64? {
    guard case .session(let session) = subject else { return nil }
    return session
  }

  private var description: ImaginedSession? {
    guard case .imagined(let open) = subject else { return nil }
    return ImaginedSession(open: open)
  }
}

/// A session that doesn't exist, as its parameters describe it.
private struct ImaginedSession: DescribedObject {
  var open: SessionOpen

  static func members<A: Archive & ~Copyable>(
    _ it: ImaginedSession?,
    of archive: inout A
  ) throws(A.Fault) -> ImaginedSession {
    ImaginedSession(open: try SessionOpen.imagined(it?.open, of: &archive))
  }
}

extension PolicySimulate: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: PolicySimulate?,
    of archive: inout A
  ) throws(A.Fault) -> PolicySimulate {
    let session = try archive.optional("session", it?.session, .session, "The session; or")
    let description = try archive.optional(
      "description",
      it?.description,
      "a session that is only imagined."
    )
    let action = try archive.member(
      "action",
      it?.action,
      .choice(of: Action.self),
      "The action to imagine."
    )
    let notifyOthers = try archive.optional(
      "notifyOthers",
      it?.notifyOthers,
      "Whether a deactivation notifies others; default false."
    )
    let identity = try ImaginedIdentity.members(it?.identity, of: &archive)
    let configuration = try archive.optional(
      "configuration",
      it?.configuration,
      """
      The text of a configuration file, at most 49152 bytes, with users and groups by number, \
      by which alone to decide; requires the grant admin.
      """
    )
    return PolicySimulate(
      subject: try subject(session, description, identity, archive),
      action: action,
      notifyOthers: notifyOthers ?? false,
      identity: identity,
      configuration: configuration
    )
  }

  private static func subject<A: Archive & ~Copyable>(
    _ session: UInt64?,
    _ description: ImaginedSession?,
    _ identity: ImaginedIdentity,
    _ archive: borrowing A
  ) throws(A.Fault) -> Subject {
    switch (session, description) {
    case (let session?, nil):
      if A.isReading, let name = identity.firstGiven {
        throw archive.fault(of: name, "either session or \(name)", .words("both"))
      }
      return .session(session)
    case (nil, let description?): return .imagined(description.open)
    case (let session, _):
      guard A.isReading else { return .session(0) }
      let found: MemberFault.Found = session == nil ? .nothing : .words("both")
      throw archive.fault(of: "session", "either session or description", found)
    }
  }

  static let specification = MethodSpecification(
    "Shows what an activation or deactivation would lead to, and changes nothing.",
    parameters: members,
    result: SimulationResult.shape,
    example: #"{"description":{"category":"playback"},"action":"activate"}"#
  )
}

/// The result of `policy.simulate`.
package struct SimulationResult: Equatable, Sendable {
  /// The reply that the imagined request would get.
  package var reply: SimulatedReply
  package var notifications: [SimulatedNotification]
  package var rules: RuleSet
  /// The names of squares of the pair table.
  package var cells: [String]

  package init(
    reply: SimulatedReply,
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

/// The reply that a request would get.
package struct SimulatedReply: Equatable, Sendable {
  /// The session as it would be.
  package var result: SessionObject?
  package var error: ErrorReply?

  package init(_ reply: Result<SessionObject, RPCError>) {
    switch reply {
    case .success(let session): result = session
    case .failure(let error): self.error = ErrorReply(error)
    }
  }

  fileprivate init(result: SessionObject?, error: ErrorReply?) {
    self.result = result
    self.error = error
  }
}

extension SimulatedReply: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: SimulatedReply?,
    of archive: inout A
  ) throws(A.Fault) -> SimulatedReply {
    SimulatedReply(
      result: try archive.optional("result", it?.result, "The session as it would be."),
      error: try archive.optional("error", it?.error, "The error instead.")
    )
  }
}

/// A notification that would be sent.
package struct SimulatedNotification: Equatable, Sendable {
  /// The session whose owner would receive it; 0: the imagined one.
  package var session: UInt64
  package var method: NotificationMethod
  /// The notification's parameters.
  package var params: WrittenValue

  private init(session: UInt64, method: NotificationMethod, params: WrittenValue) {
    self.session = session
    self.method = method
    self.params = params
  }

  /// Takes the notification that would be sent, and the number that the decision would have.
  package init<Sent: Notification>(
    to session: UInt64,
    _ notification: Sent,
    epoch: Epoch,
    seq: UInt64
  ) {
    self.session = session
    method = Sent.method
    var writer = JSONWriter()
    notification.encodeParams(into: &writer, epoch: epoch, seq: seq)
    params = WrittenValue(writer)
  }
}

extension SimulationResult: DescribedObject, JSONEncodable {
  package static var unsent: SimulationResult? {
    SimulationResult(
      reply: SimulatedReply(result: nil, error: nil),
      notifications: [],
      rules: RuleSet(),
      cells: []
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: SimulationResult?,
    of archive: inout A
  ) throws(A.Fault) -> SimulationResult {
    SimulationResult(
      reply: try archive.member(
        "reply",
        it?.reply,
        "The reply that the request would get."
      ),
      notifications: try archive.member(
        "notifications",
        it?.notifications,
        "The notifications that would be sent."
      ),
      rules: try archive.member("rules", it?.rules, "The rules the decision would rest on."),
      cells: try archive.member(
        "cells",
        it?.cells,
        "The squares of the pair table it would rest on."
      )
    )
  }
}

extension SimulatedNotification: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: SimulatedNotification?,
    of archive: inout A
  ) throws(A.Fault) -> SimulatedNotification {
    SimulatedNotification(
      session: try archive.member(
        "session",
        it?.session,
        "The session it goes to; 0: the imagined one."
      ),
      method: try archive.member("method", it?.method, "The notification."),
      params: try archive.member(
        "params",
        it?.params,
        .map(nil),
        "Its parameters; the imagined session has the number 0 here, too."
      )
    )
  }
}
