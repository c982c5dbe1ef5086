package import AudioSessionTypes

/// What a decision came of.
package struct Cause: Equatable, Sendable {
  /// A request, or something that happened by itself.
  package enum Trigger: Equatable, Sendable {
    case method(Method)
    case event(Event)
  }

  /// What happens by itself.
  ///
  /// The raw value is the name on the wire.
  package enum Event: String, CaseIterable, Sendable, BitwiseCopyable {
    case started, connectionEnded, leaseExpired, offerLapsed, policyReloaded
  }

  package var trigger: Trigger
  package var session: UInt64?
  package var pid: Int32?
  package var note: String?
  /// Of a refusal.
  package var error: ArbitrationError?

  package init(
    _ trigger: Trigger,
    session: UInt64? = nil,
    pid: Int32? = nil,
    note: String? = nil,
    error: ArbitrationError? = nil
  ) {
    self.trigger = trigger
    self.session = session
    self.pid = pid
    self.note = note
    self.error = error
  }

  static let members: [MemberDescription] = [
    .optional("method", .word(of: Method.self), "The request."),
    .optional("event", .word(of: Event.self), "What happened, if there was no request."),
    .optional("session", .session, "Whose session it concerned first."),
    .optional("pid", .count, "Whose request it was."),
    .optional("note", .text, "What was noted with it."),
    .optional("error", .word(of: ArbitrationError.self), "The name of the error it met with."),
  ]
}

extension Cause: JSONEncodable {
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
    writer.endObject()
  }
}
