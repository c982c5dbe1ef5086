package import AudioSessionTypes

/// The cause of a decision.
package struct Cause: Equatable, Sendable {
  /// A request, or an event that no request caused.
  package enum Trigger: Equatable, Sendable {
    case method(Method)
    case event(Event)
  }

  /// An event that no request caused.
  ///
  /// The raw value is the name on the wire.
  package enum Event: String, CaseIterable, Sendable, BitwiseCopyable {
    case started, connectionEnded, leaseExpired, offerLapsed, policyReloaded
  }

  package var trigger: Trigger
  package var session: UInt64?
  package var pid: Int32?
  package var note: String?
  /// With a refusal.
  package var error: ArbitrationError?
  /// The session in the way, with a refusal.
  package var blocker: UInt64?

  package init(
    _ trigger: Trigger,
    session: UInt64? = nil,
    pid: Int32? = nil,
    note: String? = nil,
    error: ArbitrationError? = nil,
    blocker: UInt64? = nil
  ) {
    self.trigger = trigger
    self.session = session
    self.pid = pid
    self.note = note
    self.error = error
    self.blocker = blocker
  }

  private var method: Method? {
    guard case .method(let method) = trigger else { return nil }
    return method
  }

  private var event: Event? {
    guard case .event(let event) = trigger else { return nil }
    return event
  }
}

extension Cause: RowEncodable {
  package static let rows: [Row<Cause>] = [
    .optional("method", .word(of: Method.self), "The request.", \.method),
    .optional("event", .word(of: Event.self), "The event, if there was no request.", \.event),
    .optional("session", .session, "The session that it concerns first.", \.session),
    .optional("pid", .count, "The process that made the request.", \.pid),
    .optional("note", .text, "The note given with the request.", \.note),
    .optional(
      "error",
      .word(of: ArbitrationError.self),
      "The name of the error that the request was refused with.",
      \.error
    ),
    .optional(
      "blocker",
      .session,
      "The session that was in the way of a refused request.",
      \.blocker
    ),
  ]

  /// By hand, since each decision writes one: the rows take twice as long.
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    switch trigger {
    case .method(let method): writer.member("method", method)
    case .event(let event): writer.member("event", event)
    }
    if let session { writer.member("session", session) }
    if let pid { writer.member("pid", Int(pid)) }
    if let note { writer.member("note", note) }
    if let error { writer.member("error", error) }
    if let blocker { writer.member("blocker", blocker) }
    writer.endObject()
  }
}
