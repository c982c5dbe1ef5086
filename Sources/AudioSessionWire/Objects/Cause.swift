package import AudioSessionSchema
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
  package enum Event: String, DescribedWord, Sendable, BitwiseCopyable {
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

extension Cause {
  private static func trigger<A: Archive & ~Copyable>(
    _ method: Method?,
    _ event: Event?,
    _ archive: inout A
  ) throws(A.Fault) -> Trigger {
    if let method { return .method(method) }
    if let event { return .event(event) }
    throw archive.fault("a method or an event")
  }
}

extension Cause: DescribedObject, JSONEncodable {
  package static var component: String? { "Cause" }

  package static func members<A: Archive & ~Copyable>(
    _ it: Cause?,
    of archive: inout A
  ) throws(A.Fault) -> Cause {
    let method = try archive.optional("method", it?.method, "The request.")
    let event = try archive.optional("event", it?.event, "The event, if there was no request.")
    return Cause(
      try trigger(method, event, &archive),
      session: try archive.optional(
        "session",
        it?.session,
        .session,
        "The session that it concerns first."
      ),
      pid: try archive.optional("pid", it?.pid, .count, "The process that made the request."),
      note: try archive.optional("note", it?.note, "The note given with the request."),
      error: try archive.optional(
        "error",
        it?.error,
        "The name of the error that the request was refused with."
      ),
      blocker: try archive.optional(
        "blocker",
        it?.blocker,
        .session,
        "The session that was in the way of a refused request."
      )
    )
  }
}
