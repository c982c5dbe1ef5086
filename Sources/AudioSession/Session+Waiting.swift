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
  ///   ``AudioSessionError/cancelled``, after which the session isn't active.
  @discardableResult
  public func activate(
    waiting limit: Waiting
  ) async throws(AudioSessionError) -> SessionStatus {
    var blocker: Blocker?
    let end: Int64 =
      switch limit {
      case .indefinitely: .max
      case .atMost(let duration): carrier.end(of: duration)
      }
    while true {
      // Noted before anything is asked, so that no recommendation is missed.
      let turn = carrier.access { [key] in $0.sessions[key]?.turnCount ?? 0 }
      if status.state != .interrupted {
        do {
          // An interruption that is newer than what is known here refuses this (R33).
          let seq = status.seq
          try await perform(.activate(ifSeq: seq > 0 ? seq : nil))
          let status = status
          if status.state == .active { return status }
          continue
        } catch .refused(let refusal) where refusal.mayPass {
          blocker = refusal.by
        } catch .mediaServicesFailed {
          // The reset will tell.
        }
      }
      do {
        try await perform(.turn(after: turn), until: end)
      } catch .timedOut {
        throw .waitedInVain(for: blocker)
      }
    }
  }

  /// Runs `body` while the session is active, and deactivates it afterwards in any case: on return, if
  /// `body` throws, and if the task is cancelled.
  ///
  /// `body` has to follow the session's ``events()`` to notice interruptions. Where several scopes of a
  /// session overlap, the last to end deactivates it.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for other sessions; nil to be refused at once.
  ///   - notifyingOthers: Whether sessions that it interrupted are told that they may resume (R24).
  ///   - isolation: The actor on which `body` runs; by default the caller's.
  ///   - body: What to do with the sound.
  /// - Returns: What `body` returns.
  /// - Throws: Any ``AudioSessionError`` of the activation, or what `body` throws.
  public func withActivation<Result>(
    waiting limit: Waiting? = nil,
    notifyingOthers: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> sending Result
  ) async throws -> sending Result {
    scopes.enter()
    do {
      if let limit { try await activate(waiting: limit) } else { try await activate() }
    } catch {
      if scopes.leave(), status.state == .active { await endActivation(notifyingOthers) }
      throw error
    }
    do {
      let result = try await body()
      if scopes.leave() { await endActivation(notifyingOthers) }
      return result
    } catch {
      if scopes.leave() { await endActivation(notifyingOthers) }
      throw error
    }
  }

  /// Deactivates the session, also in a task that was cancelled.
  private func endActivation(_ notifyingOthers: Bool) async {
    // Where the daemon is gone, or has closed the session, nothing is active.
    _ = try? await perform(.deactivate(notifyingOthers: notifyingOthers), isCancellable: false)
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
