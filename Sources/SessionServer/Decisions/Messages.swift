import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// A receiver of one session's notifications: the connection of its owner, or a simulation.
protocol SessionListener {
  /// The viewer, which determines what may be shown of other users' sessions.
  var viewer: Viewer { get }
  /// Whether the listener asked for lifecycle events.
  var wantsLifecycle: Bool { get }

  /// Whether it is behind with reading, so that a change replaces an earlier one.
  var isBehind: Bool { get }
  /// Merges a change with those not yet sent; returns nil if nothing is left to send.
  func coalesce(_ change: Change) -> Change?
  /// Receives a notification; `change` is the level that it reports, which a later one replaces.
  func hear(_ message: some Notification, _ change: Change?)
}

extension SessionListener {
  func hear(_ message: some Notification) { hear(message, nil) }
}

/// Finds the receivers of a decision's notifications.
protocol Audience {
  associatedtype Listener: SessionListener

  /// Returns the receiver of the session's notifications, or nil if there is none.
  func listener(of session: SessionID) -> Listener?
}

extension Audience {
  /// Returns the session's listener if it asked for lifecycle events.
  fileprivate func lifecycleListener(of session: SessionID) -> Listener? {
    guard let listener = listener(of: session), listener.wantsLifecycle else { return nil }
    return listener
  }

  /// Tells a session's listener of a change.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - change: The change; made only if the listener is behind.
  ///   - message: Makes the notification of a change, or of the one that was merged with those that
  ///     the listener hasn't heard yet.
  @inline(__always)
  fileprivate func tell(
    _ session: SessionID,
    _ change: () -> Change,
    _ message: (Change?) -> some Notification
  ) {
    guard let listener = listener(of: session) else { return }
    guard listener.isBehind else { return listener.hear(message(nil)) }
    guard let merged = listener.coalesce(change()) else { return }
    listener.hear(message(merged), merged)
  }
}

/// The only mapping from effects to notifications, shared by deliveries and simulations.
extension Sessions {
  /// Sends the notification of one effect; the compiler requires a case for each effect.
  func tell(_ effect: Effect, to audience: some Audience) {
    switch effect {
    case .granted, .refused: break  // Already sent as the reply (R13).
    case .enforcementChanged: break  // Already sent before the reply (R14).
    case .changed: break  // Recorded after all notifications.
    case .wake: break  // Internal to the daemon.
    case .closed(let id, let reason):
      audience.listener(of: id)?.hear(SessionClosed(session: number(id), reason: reason))
    case .didBecomeActive(let id):
      audience.lifecycleListener(of: id)?.hear(SessionDidBecomeActive(session: number(id)))
    case .didBecomeInactive(let id, let source, let reason):
      audience.lifecycleListener(of: id)?
        .hear(SessionDidBecomeInactive(session: number(id), source: source, reason: reason))
    case .began(let id, let reason, let by):
      guard let listener = audience.listener(of: id) else { return }
      var shown: BlockerObject?
      if let by { shown = blocker(by, for: listener.viewer) }
      listener.hear(SessionInterruption(session: number(id), .began(reason, by: shown)))
    case .ended(let id, let shouldResume):
      audience.listener(of: id)?
        .hear(SessionInterruption(session: number(id), .ended(shouldResume: shouldResume)))
    case .recommendation(let id, let recommendation):
      audience.lifecycleListener(of: id)?
        .hear(
          SessionResumptionRecommendation(session: number(id), recommendation: recommendation)
        )
    case .ducking(let id, let gain, let from, let ramp):
      func change() -> Change {
        Change(
          topic: .ducking(id),
          before: from.map(Change.Level.gain),
          after: .gain(gain),
          activation: activation(of: id)
        )
      }
      audience.tell(id, change) { _ in ducking(id, gain, ramp) }
    case .hint(let id, let isSilenced):
      func change() -> Change {
        Change(
          topic: .hint(id),
          before: .silenced(!isSilenced),
          after: .silenced(isSilenced),
          activation: activation(of: id)
        )
      }
      audience.tell(id, change) { _ in
        SessionSilenceSecondaryAudioHint(session: number(id), isSilenced: isSilenced)
      }
    case .routeChanged(let id, let reason): tellOfRoute(id, reason, to: audience)
    case .hardwareChanged(let id): tellOfHardware(id, to: audience)
    case .mutesChanged(let id, let muted, let wantsUnmute):
      audience.listener(of: id)?
        .hear(
          SessionMuteChange(session: number(id), mutedByUser: muted, wantsUnmute: wantsUnmute)
        )
    }
  }

  private func tellOfRoute(
    _ id: SessionID,
    _ reason: RouteChangeReason,
    to audience: some Audience
  ) {
    guard let routes = routes(of: id) else { return }
    let (former, current) = (routes.former.text, routes.current.text)
    func change() -> Change {
      Change(
        topic: .route(id),
        before: .route(former),
        after: .route(current),
        isLoss: reason == .oldDeviceUnavailable
      )
    }
    audience.tell(id, change) { merged in
      var previous = former
      if case .route(let earlier)? = merged?.before { previous = earlier }
      let routes = latestRoutes.members(from: previous, to: current)
      return SessionRouteChange(session: number(id), reason: reason, routes: routes)
    }
  }

  /// Tells what is known of the hardware of the session's route (R67).
  private func tellOfHardware(_ id: SessionID, to audience: some Audience) {
    guard let routes = routes(of: id) else { return }
    let (former, current) = (routes.former.hardware, routes.current.hardware)
    func change() -> Change {
      Change(topic: .hardware(id), before: .hardware(former), after: .hardware(current))
    }
    audience.tell(id, change) { _ in
      SessionHardwareChange(session: number(id), hardware: current)
    }
  }
}
