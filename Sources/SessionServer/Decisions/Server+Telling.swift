import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// What owners are told: each effect as a notification, to the connection that opened the session.
extension Server {
  func tellClosed(_ id: SessionID, _ reason: ClosingReason) {
    guard let owner = owner(of: id) else { return }
    tell(SessionClosed(session: id.number, reason: reason), to: owner)
  }

  func tellActive(_ id: SessionID) {
    guard let owner = owner(of: id), owner.wantsLifecycle else { return }
    tell(SessionDidBecomeActive(session: id.number), to: owner)
  }

  func tellInactive(_ id: SessionID, _ source: DeactivationSource, _ reason: InterruptionReason?) {
    guard let owner = owner(of: id), owner.wantsLifecycle else { return }
    let message = SessionDidBecomeInactive(session: id.number, source: source, reason: reason)
    tell(message, to: owner)
  }

  func tellBegan(
    _ id: SessionID,
    _ reason: InterruptionReason,
    _ by: SessionID?,
    _ source: Reason
  ) {
    journalInterruption(of: id, by: by, source)
    guard let owner = owner(of: id) else { return }
    let by = by.flatMap { blocker($0, for: owner.viewer) }
    tell(SessionInterruption(session: id.number, .began(reason, by: by)), to: owner)
  }

  func tellEnded(_ id: SessionID, _ shouldResume: Bool) {
    guard let owner = owner(of: id) else { return }
    tell(SessionInterruption(session: id.number, .ended(shouldResume: shouldResume)), to: owner)
  }

  func tellRecommendation(_ id: SessionID, _ recommendation: ResumptionRecommendation) {
    guard let owner = owner(of: id), owner.wantsLifecycle else { return }
    let message = SessionResumptionRecommendation(
      session: id.number,
      recommendation: recommendation
    )
    tell(message, to: owner)
  }

  func tellDucking(_ id: SessionID, _ gain: Double, _ from: Double?, _ ramp: Duration) {
    guard let owner = owner(of: id) else { return }
    let change = Change(
      topic: .ducking(id),
      before: from.map(Change.Level.gain),
      after: .gain(gain),
      activation: core.activation(of: id)
    )
    guard let change = coalesce(change, owner) else { return }
    tell(core.ducking(id, gain, ramp), to: owner, change: change)
  }

  func tellHint(_ id: SessionID, _ isSilenced: Bool) {
    guard let owner = owner(of: id) else { return }
    let change = Change(
      topic: .hint(id),
      before: .silenced(!isSilenced),
      after: .silenced(isSilenced),
      activation: core.activation(of: id)
    )
    guard let change = coalesce(change, owner) else { return }
    let message = SessionSilenceSecondaryAudioHint(session: id.number, isSilenced: isSilenced)
    tell(message, to: owner, change: change)
  }

  func tellRoute(_ id: SessionID, _ reason: RouteChangeReason) {
    guard let owner = owner(of: id) else { return }
    guard let user = names[id]?.identity.peer.user else { return }
    var previous = formerRoutes[user]
    let current = routes[user]
    let change = Change(
      topic: .route(id),
      before: .route(previous),
      after: .route(current),
      isLoss: reason == .oldDeviceUnavailable
    )
    guard let change = coalesce(change, owner) else { return }
    if case .route(let earlier) = change.before { previous = earlier }
    let message = SessionRouteChange(
      session: id.number,
      reason: reason,
      previousRoute: previous,
      currentRoute: current
    )
    tell(message, to: owner, change: change)
  }

  /// Everybody hears that the daemon stops (R1).
  func tellLost(_ connection: Connection) { tell(MediaServicesWereLost(), to: connection) }

  /// Sends the enforcers whom to hold and to lower now, before anybody is answered (R14).
  ///
  /// One to whom nothing has changed isn't told, and so nobody waits for it.
  func sendEnforcement() {
    guard gate.enforcerCount > 0, let seq = decision.seq else { return }
    let all = enforcementTargets()
    for id in Array(gate.enforcers) {
      guard let enforcer = connections[id] else { continue }
      let targets = enforcer.concerned(by: all)
      guard !targets.elementsEqual(enforcer.lastTargets, by: { $0.asks(forTheSameAs: $1) }) else {
        continue
      }
      let change = Change(
        topic: .enforcement,
        before: .targets(enforcer.lastTargets),
        after: .targets(targets)
      )
      enforcer.lastTargets = targets
      guard let change = coalesce(change, enforcer) else { continue }
      gate.sent(seq, to: id)
      tell(EnforcementApply(targets: targets), to: enforcer, counts: false, change: change)
    }
  }

  /// Whom to hold and to lower, by number, each with the ramp that this decision gives it.
  func enforcementTargets() -> [EnforcementTarget] {
    var sessions: [SessionID] = []
    core.arbiter.enforced(into: &sessions)
    var ramps: [SessionID: Duration] = [:]
    for case (.ducking(let id, _, _, let ramp), _) in decision.effects { ramps[id] = ramp }
    return sessions.compactMap { id in
      guard let view = core.view(of: id), let identity = names[id]?.identity else { return nil }
      return EnforcementTarget(
        session: id.number,
        pid: view.isOrphaned ? nil : identity.peer.pid,
        uid: view.owner.user.number,
        gain: view.gain,
        held: view.state == .interrupted,
        rampMilliseconds: (ramps[id] ?? settings.policy.duckRamp).inMilliseconds
      )
    }
  }

  /// Puts a notification into a connection's output, under the number of the latest decision.
  func tell(
    _ message: some Notification,
    to connection: Connection,
    counts: Bool = true,
    change: Change? = nil
  ) {
    writer.removeAll()
    message.encodeLine(into: &writer, epoch: epoch, seq: core.arbiter.seq)
    post(writer.bytes, to: connection, counts: counts, change: change)
  }

  /// What is left of a change beside what the reader hasn't read yet.
  private func coalesce(_ change: Change, _ connection: Connection) -> Change? {
    if connection.outbox.isCongested { flush(connection) }
    return connection.outbox.coalesce(change)
  }

  func owner(of id: SessionID) -> Connection? {
    names[id]?.connection.flatMap { connections[$0] }
  }
}

extension Connection {
  /// What of the targets is the enforcer's: all with the grant, otherwise its own user's (R14).
  func concerned(by targets: [EnforcementTarget]) -> [EnforcementTarget] {
    grants.holds(.enforcement) ? targets : targets.filter { $0.uid == peer.user.number }
  }
}

extension EnforcementTarget {
  /// Whether it differs in the ramp at most, which is that of the latest decision.
  fileprivate func asks(forTheSameAs other: EnforcementTarget) -> Bool {
    var same = other
    same.rampMilliseconds = rampMilliseconds
    return self == same
  }
}
