import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// The cause of a decision.
package struct Cause: Equatable, Sendable {
  /// A request, or an event that no request caused.
  package enum Trigger: Equatable, Sendable {
    case method(Method)
    case event(Event)
    /// One that this version doesn't know.
    indirect case otherMethod(String)
    indirect case otherEvent(String)
  }

  /// An event that no request caused.
  ///
  /// The raw value is the name on the wire.
  package enum Event: String, DescribedWord, Sendable, BitwiseCopyable {
    case started, connectionEnded, leaseExpired, offerLapsed, policyReloaded
  }

  /// Nil if the daemon doesn't say.
  package var trigger: Trigger?
  package var session: UInt64?
  package var pid: Int32?
  package var note: String?
  /// With a refusal.
  package var error: Word<ArbitrationError>?
  /// The session in the way, with a refusal.
  package var blocker: UInt64?

  package init(
    _ trigger: Trigger?,
    session: UInt64? = nil,
    pid: Int32? = nil,
    note: String? = nil,
    error: ArbitrationError? = nil,
    blocker: UInt64? = nil
  ) {
    self.init(
      trigger: trigger,
      session: session,
      pid: pid,
      note: note,
      error: error.map { .known($0) },
      blocker: blocker
    )
  }

  private init(
    trigger: Trigger?,
    session: UInt64?,
    pid: Int32?,
    note: String?,
    error: Word<ArbitrationError>?,
    blocker: UInt64?
  ) {
    self.trigger = trigger
    self.session = session
    self.pid = pid
    self.note = note
    self.error = error
    self.blocker = blocker
  }

  private var method: Word<Method>? {
    switch trigger {
    case .method(let method): .known(method)
    case .otherMethod(let name): .other(name)
    case .event, .otherEvent, nil: nil
    }
  }

  private var event: Word<Event>? {
    switch trigger {
    case .event(let event): .known(event)
    case .otherEvent(let name): .other(name)
    case .method, .otherMethod, nil: nil
    }
  }
}

extension Cause.Trigger {
  fileprivate init?(_ method: Word<Method>?, _ event: Word<Cause.Event>?) {
    switch (method, event) {
    case (.known(let method), _): self = .method(method)
    case (.other(let name), _): self = .otherMethod(name)
    case (nil, .known(let event)): self = .event(event)
    case (nil, .other(let name)): self = .otherEvent(name)
    case (nil, nil): return nil
    }
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
      trigger: Trigger(method, event),
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
