import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Enforcement

/// Translates the daemon's messages into the enforcer's events.
extension DaemonLink {
  /// - Returns: Why the connection is of no use: a part of the handshake was refused.
  func take(_ message: ClientMachine.Message) -> String? {
    switch message {
    case .reply(let number, let result):
      guard let purpose = purposes.removeValue(forKey: number) else { return nil }
      switch result {
      case .success(let value): take(value, purpose)
      case .failure(let error):
        if !isConnected, let method = purpose.handshake {
          return "the daemon refused \(method.rawValue): \(error.message)"
        }
        take(error, purpose)
      }
    case .notification(let notification): take(notification)
    }
    return nil
  }

  private func take(_ result: JSONValue, _ purpose: Purpose) {
    switch purpose {
    case .hello:
      facts.grants = Set(result.received(as: HelloResult.self)?.grants ?? [])
    case .policy: takePolicy(result.received())
    case .subscription: takeAll(result.received(as: SessionListResult.self)?.sessions)
    case .attachment:
      if let result: EnforcementResult = result.received() { take(result.targets, result.seq) }
      isConnected = true
      events.append(.daemon(.connected(facts)))
      tell(since: SystemReports())
    case .open(let opening):
      guard let session = result.received(as: SessionObject.self)?.session, session != 0 else {
        let reason = "the daemon's reply names no session"
        return events.append(.daemon(.notOpened(opening, reason: reason)))
      }
      ours.insert(session)
      events.append(.daemon(.opened(opening, session: session)))
    case .activation(let session): events.append(.daemon(.activated(session)))
    case .sleep: events.append(.sleepWasTold)
    case .configuration, .report, .other: break
    }
  }

  private func take(_ error: ErrorReply, _ purpose: Purpose) {
    switch purpose {
    case .open(let opening):
      events.append(.daemon(.notOpened(opening, reason: error.message)))
    case .activation(let session):
      // The end of a session that is already gone is told by itself.
      guard ours.contains(session) else { return }
      events.append(.daemon(.notActivated(session, reason: error.message)))
    case .configuration(let session):
      events.append(.daemon(.notConfigured(session)))
    case .report(let session):
      events.append(.daemon(.notRecording(session, reason: error.message)))
    case .sleep: events.append(.sleepWasTold)
    // Of these the first two are asked for later, too; without a new answer the old one stays.
    case .hello, .policy, .subscription, .attachment, .other: break
    }
  }

  private func takePolicy(_ result: PolicyResult?) {
    guard let result else { return }
    let granted = result.roles.filter { ![nil, .normal].contains(Priority(rawValue: $0.like)) }
    facts.grantedRoles = Set(granted.map { $0.name })
    facts.unduckRamp = result.policy.unduckRamp
    if isConnected { events.append(.daemon(.facts(facts))) }
  }

  private func take(_ targets: [EnforcementTarget], _ seq: UInt64) {
    events.append(.daemon(.targets(targets.map { Target($0) }, seq: seq)))
  }

  private func take(_ notification: ClientMachine.Notification) {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .enforcementApply:
      guard let apply: EnforcementApply = params.received(), let stamp = notification.stamp else {
        return
      }
      take(apply.targets, stamp.seq)
    case .sessionInterruption:
      if let interruption: SessionInterruption = params.received() { take(interruption) }
    case .sessionResumptionRecommendation:
      guard let told: SessionResumptionRecommendation = params.received() else { return }
      let shouldResume = told.recommendation == .shouldResume
      events.append(.daemon(.recommended(told.session, shouldResume: shouldResume)))
    case .sessionClosed:
      if let closed: SessionClosed = params.received() { close([closed.session]) }
    case .serverDecision:
      if let decision: DecisionObject = params.received() { take(decision) }
    case .eventsLagged: takeAll(params.received(as: EventsLagged.self)?.sessions)
    case .mediaServicesWereLost: forgetConversation(because: "it is stopping")
    case .mediaServicesWereReset:
      forgetConversation(because: "another has taken its place")
      beginConversation()
    // The others concern programs, not streams.
    default: break
    }
  }

  private func take(_ interruption: SessionInterruption) {
    let session = interruption.session
    switch interruption.phase {
    case .began(let reason, _): events.append(.daemon(.interruptionBegan(session, reason)))
    case .ended(let shouldResume):
      events.append(.daemon(.interruptionEnded(session, shouldResume: shouldResume)))
    }
  }

  private func take(_ decision: DecisionObject) {
    takeOthers(decision.changes)
    close(decision.closed)
    if decision.cause.trigger == .event(.policyReloaded) { askForFacts() }
  }

  /// Takes the list of all sessions; known ones that aren't in it have ended.
  private func takeAll(_ list: SessionListing?) {
    guard let sessions = list?.sessions else { return }
    if sessions.count > DaemonLink.longList { hasHadLongList = true }
    close(Array(others.union(ours).subtracting(sessions.map { $0.session })))
    takeOthers(sessions)
  }

  /// As many sessions take some megabytes while they are read, which the agent doesn't need otherwise.
  private static let longList = 1000

  private func takeOthers(_ sessions: [SessionObject]) {
    let changed = sessions.filter { !ours.contains($0.session) }.map { OtherSession($0) }
    guard !changed.isEmpty else { return }
    others.formUnion(changed.map { $0.session })
    events.append(.daemon(.others(changed)))
  }

  private func close(_ sessions: [UInt64]) {
    for session in sessions where ours.remove(session) != nil {
      events.append(.daemon(.closed(session)))
    }
    let ended = sessions.filter { others.remove($0) != nil }
    if !ended.isEmpty { events.append(.daemon(.othersClosed(ended))) }
  }
}

extension Target {
  init(_ target: EnforcementTarget) {
    self.init(
      session: target.session,
      // Whatever the daemon says: nobody's ears are to be at its mercy.
      gain: min(max(target.gain, 0), 1),
      isHeld: target.held,
      ramp: .milliseconds(target.rampMilliseconds),
      muted: target.muted,
      ports: PortWishes(
        input: target.preferredInput,
        overridesOutput: target.overridesOutput
      )
    )
  }
}

extension OtherSession {
  fileprivate init(_ session: SessionObject) {
    let isAboveNormal = session.priority != .normal
    self.init(
      session: session.session,
      pid: session.pid,
      state: session.state,
      outranks: isAboveNormal || session.options.contains(.duckOthers) || session.role != nil,
      isAboveNormal: isAboveNormal
    )
  }
}
