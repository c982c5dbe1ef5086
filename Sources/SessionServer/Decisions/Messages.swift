import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// Hears what happens to one session: its owner's connection, or the account of a trial.
protocol SessionListener {
  /// What may be shown of others.
  var viewer: Viewer { get }
  /// Whether it asked for lifecycle events.
  var wantsLifecycle: Bool { get }

  /// What is left of a change beside what it hasn't heard yet; nil: nothing.
  func coalesce(_ change: Change) -> Change?
  /// Hears a notification; `change`: the level that it tells, which a later one replaces.
  func hear(_ message: some Notification, _ change: Change?)
}

extension SessionListener {
  func hear(_ message: some Notification) { hear(message, nil) }
}

/// Those who hear what a decision led to.
protocol Audience {
  associatedtype Listener: SessionListener

  /// Who hears what happens to the session; nil: nobody does.
  func listener(of session: SessionID) -> Listener?
}

extension Audience {
  /// The same, if it asked for lifecycle events.
  fileprivate func lifecycleListener(of session: SessionID) -> Listener? {
    guard let listener = listener(of: session), listener.wantsLifecycle else { return nil }
    return listener
  }
}

/// The one map from an effect to its notification: deliveries and trials say the same.
extension Sessions {
  /// Tells one effect to whom it concerns; the compiler demands a line for each.
  func tell(_ effect: Effect, to audience: some Audience) {
    switch effect {
    case .granted, .refused: break  // Was answered first (R13).
    case .enforcementChanged: break  // Went before the answer (R14).
    case .changed: break  // Is recorded when all is told.
    case .wake: break  // Is the daemon's own.
    case .closed(let id, let reason):
      audience.listener(of: id)?.hear(SessionClosed(session: number(id), reason: reason))
    case .didBecomeActive(let id):
      audience.lifecycleListener(of: id)?.hear(SessionDidBecomeActive(session: number(id)))
    case .didBecomeInactive(let id, let source, let reason):
      audience.lifecycleListener(of: id)?
        .hear(SessionDidBecomeInactive(session: number(id), source: source, reason: reason))
    case .began(let id, let reason, let by):
      guard let listener = audience.listener(of: id) else { return }
      var shown: Blocker?
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
      let change = Change(
        topic: .ducking(id),
        before: from.map(Change.Level.gain),
        after: .gain(gain),
        activation: activation(of: id)
      )
      guard let listener = audience.listener(of: id), let change = listener.coalesce(change) else {
        return
      }
      listener.hear(ducking(id, gain, ramp), change)
    case .hint(let id, let isSilenced):
      let change = Change(
        topic: .hint(id),
        before: .silenced(!isSilenced),
        after: .silenced(isSilenced),
        activation: activation(of: id)
      )
      guard let listener = audience.listener(of: id), let change = listener.coalesce(change) else {
        return
      }
      listener.hear(
        SessionSilenceSecondaryAudioHint(session: number(id), isSilenced: isSilenced),
        change
      )
    case .routeChanged(let id, let reason):
      guard let listener = audience.listener(of: id) else { return }
      tellRoute(id, reason, to: listener)
    }
  }

  private func tellRoute(
    _ id: SessionID,
    _ reason: RouteChangeReason,
    to listener: some SessionListener
  ) {
    guard let (former, current) = routes(of: id) else { return }
    let change = Change(
      topic: .route(id),
      before: .route(former),
      after: .route(current),
      isLoss: reason == .oldDeviceUnavailable
    )
    guard let change = listener.coalesce(change) else { return }
    var previous = former
    if case .route(let earlier) = change.before { previous = earlier }
    let message = SessionRouteChange(
      session: number(id),
      reason: reason,
      previousRoute: previous,
      currentRoute: current
    )
    listener.hear(message, change)
  }
}
