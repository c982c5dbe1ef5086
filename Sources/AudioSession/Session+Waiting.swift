import AudioSessionTypes

/// Activations that wait for other sessions, and that end by themselves.
extension Session {
  /// Activates the session as soon as no other session is in the way.
  ///
  /// If the activation is refused because of another session, or the session is interrupted, the call
  /// waits for the daemon's recommendation to resume and then tries again (R24, R34). It doesn't
  /// interrupt the session that interrupted this one. If the daemon is lost meanwhile, it goes on
  /// waiting after the reset.
  ///
  /// - Parameter limit: How long to wait.
  /// - Returns: The session's status, which is active as of the last event.
  /// - Throws: Any ``AudioSessionError``: a refusal that no other session's end can change,
  ///   ``AudioSessionError/waitedInVain(for:)``, ``AudioSessionError/shouldNotResume``, or
  ///   ``AudioSessionError/cancelled``, after which the session is as active as it was before.
  @discardableResult
  public func activate(
    waiting limit: Waiting
  ) async throws(AudioSessionError) -> SessionStatus {
    var blocker: Blocker?
    let end: Int64 =
      switch limit {
      case .indefinitely: .max
      case .atMost(let duration): transport.end(of: duration)
      }
    var isFirst = true
    while true {
      // Noted before anything is asked, so that no recommendation is missed.
      let (turn, known) = transport.access { [key] client in
        (client.sessions[key]?.turnCount ?? 0, client.sessions[key]?.status)
      }
      if known?.mayActivate ?? true {
        do {
          // A turn that came in time is used, however late that is.
          let limit = isFirst ? end : .max
          isFirst = false
          if let status = try await activateUnlessOvertaken(after: known, by: limit) {
            return status
          }
        } catch .refused(let refusal) where refusal.mayPass {
          blocker = refusal.by
          // Overtaken by an interruption that has no end (R47): it is known of now.
          if refusal.rule == "R33", status.state == .inactive { continue }
        } catch .mediaServicesFailed {
          // The reset will tell.
        } catch .timedOut {
          if transport.now >= end { throw .waitedInVain(for: blocker) }
          // A daemon that hangs is lost by now, and there will be a reset.
          guard transport.access({ $0.isLost }) else { continue }
        }
      }
      do {
        try await perform(.turn(after: turn), until: end)
      } catch .timedOut {
        throw .waitedInVain(for: blocker)
      }
    }
  }

  /// Activates the session, unless an interruption has begun that isn't known here (R33).
  ///
  /// - Returns: The status; nil if the session isn't active any more.
  private func activateUnlessOvertaken(
    after known: SessionStatus?,
    by end: Int64
  ) async throws(AudioSessionError) -> SessionStatus? {
    let limit = min(end, transport.end(of: Session.callLimit))
    var seq = known?.seq ?? 0
    if seq == 0 {
      // A lease may be interrupted already.
      try await perform(.open, until: limit)
      let opened = status
      if !opened.mayActivate { return nil }
      seq = opened.seq
    }
    try await perform(.activate(ifSeq: seq > 0 ? seq : nil), until: limit)
    let status = status
    return status.state == .active ? status : nil
  }

  /// Runs `body` while the session is active, and deactivates it afterwards in any case: on return, if
  /// `body` throws, and if the task is cancelled.
  ///
  /// `body` has to follow the session's ``events()`` to notice interruptions. Where several scopes of a
  /// session overlap, the last to end deactivates it.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for other sessions; nil to be refused at once.
  ///   - notifyingOthers: Whether sessions that it interrupted are told that they may resume (R24): by
  ///     default they are, since a scope is an interlude.
  ///   - isolation: The caller's isolation, which is the default.
  ///   - body: What to do with the sound.
  /// - Returns: What `body` returns.
  /// - Throws: Any ``AudioSessionError`` of the activation, or what `body` throws.
  public func withActivation<Result>(
    waiting limit: Waiting? = nil,
    notifyingOthers: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> sending Result
  ) async throws -> sending Result {
    transport.access { [key] in $0.sessions[key]?.scopeCount += 1 }
    do {
      if let limit { try await activate(waiting: limit) } else { try await activate() }
    } catch {
      await endScope(notifyingOthers, hasActivated: false)
      throw error
    }
    do {
      let result = try await body()
      await endScope(notifyingOthers, hasActivated: true)
      return result
    } catch {
      await endScope(notifyingOthers, hasActivated: true)
      throw error
    }
  }

  /// Ends a scope, also in a task that was cancelled.
  private func endScope(_ notifyingOthers: Bool, hasActivated: Bool) async {
    let operation = Operation.endScope(
      notifyingOthers: notifyingOthers,
      hasActivated: hasActivated
    )
    // Where the daemon is gone, or has closed the session, nothing is active.
    _ = try? await perform(operation, isCancellable: false)
  }
}

extension SessionStatus {
  /// True unless an interruption has to end first; one by a lost route ends by the activation (R44).
  fileprivate var mayActivate: Bool {
    state != .interrupted || interruptionReason == .routeDisconnected
  }
}

extension Refusal {
  /// True if the end of another session, or of an interruption, may change the answer (R33, R34).
  fileprivate var mayPass: Bool {
    switch arbitrationError {
    case .insufficientPriority, .siriIsRecording: true
    default: false
    }
  }
}
