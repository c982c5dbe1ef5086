import AudioSessionClient
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
      facts.grants = Set((result["grants"]?.array ?? []).compactMap(\.string))
    case .policy: takePolicy(result)
    case .subscription: takeAll(result["sessions"])
    case .attachment:
      takeTargets(result)
      isConnected = true
      events.append(.daemon(.connected(facts)))
      tell(since: SystemReports())
    case .open(let opening):
      guard let session = result["session"]?.number else {
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

  private func takePolicy(_ result: JSONValue) {
    let ramp = result["policy"]?["unduckRampMilliseconds"]?.integer ?? 0
    let priorities = Set(Priority.allCases.map(\.rawValue)).subtracting(["normal"])
    let roles = (result["roles"]?.members ?? []).filter {
      priorities.contains($0.value["like"]?.string ?? "")
    }
    facts.grantedRoles = Set(roles.map(\.name))
    facts.unduckRamp = .milliseconds(ramp)
    if isConnected { events.append(.daemon(.facts(facts))) }
  }

  private func takeTargets(_ message: JSONValue) {
    guard let seq = message["seq"]?.number else { return }
    let targets = (message["targets"]?.array ?? []).compactMap { Target($0) }
    events.append(.daemon(.targets(targets, seq: seq)))
  }

  private func take(_ notification: ClientMachine.Notification) {
    let params = notification.params
    let session = params["session"]?.number ?? 0
    switch NotificationMethod(rawValue: notification.method) {
    case .enforcementApply: takeTargets(params)
    case .sessionInterruption: takeInterruption(session, params)
    case .sessionResumptionRecommendation:
      let recommendation = ResumptionRecommendation.shouldResume.rawValue
      let shouldResume = params["recommendation"]?.string == recommendation
      events.append(.daemon(.recommended(session, shouldResume: shouldResume)))
    case .sessionClosed: close([session])
    case .serverDecision: takeDecision(params)
    case .eventsLagged: takeAll(params["sessions"])
    case .mediaServicesWereLost: forgetConversation()
    case .mediaServicesWereReset:
      forgetConversation()
      beginConversation()
    // They concern programs, not streams.
    case .sessionDucking, .sessionSilenceSecondaryAudioHint, .sessionRouteChange,
      .sessionDidBecomeActive, .sessionDidBecomeInactive, .eventsRecorded, nil:
      break
    }
  }

  private func takeInterruption(_ session: UInt64, _ params: JSONValue) {
    switch params["type"]?.string {
    case "began":
      let reason = params["reason"]?.string.flatMap(InterruptionReason.init) ?? .default
      events.append(.daemon(.interruptionBegan(session, reason)))
    case "ended":
      let options = (params["options"]?.array ?? []).compactMap(\.string)
      let shouldResume = options.contains("shouldResume")
      events.append(.daemon(.interruptionEnded(session, shouldResume: shouldResume)))
    default: break
    }
  }

  private func takeDecision(_ params: JSONValue) {
    takeOthers(params["changes"]?.array ?? [])
    close((params["closed"]?.array ?? []).compactMap(\.number))
    if params["cause"]?["event"]?.string == "policyReloaded" {
      askForFacts()
    }
  }

  /// Takes the list of all sessions; known ones that aren't in it have ended.
  private func takeAll(_ list: JSONValue?) {
    let sessions = list?.array ?? []
    let present = Set(sessions.compactMap { $0["session"]?.number })
    close(Array(others.union(ours).subtracting(present)))
    takeOthers(sessions)
  }

  private func takeOthers(_ sessions: [JSONValue]) {
    let changed = sessions.compactMap { OtherSession($0) }.filter { !ours.contains($0.session) }
    guard !changed.isEmpty else { return }
    others.formUnion(changed.map(\.session))
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

extension JSONValue {
  /// The number of a session or a decision.
  var number: UInt64? { integer.flatMap { UInt64(exactly: $0) } }
}

extension Target {
  /// Reads a target of `enforcement.apply`; nil if this isn't one.
  init?(_ target: JSONValue) {
    guard let session = target["session"]?.number, let gain = target["gain"]?.double else {
      return nil
    }
    self.init(
      session: session,
      // Whatever the daemon says: nobody's ears are to be at its mercy.
      gain: min(max(gain, 0), 1),
      isHeld: target["held"]?.bool ?? false,
      ramp: .milliseconds(target["rampMilliseconds"]?.integer ?? 0)
    )
  }
}

extension OtherSession {
  /// Reads a session object; nil if this isn't one.
  init?(_ session: JSONValue) {
    guard let number = session["session"]?.number,
      let state = session["state"]?.string.flatMap(State.init)
    else { return nil }
    let pid = session["pid"]?.integer.flatMap { Int32(exactly: $0) }
    let isAboveNormal = session["priority"]?.string != Priority.normal.rawValue
    let ducks = session["options"]?.array?.contains(.string("duckOthers")) ?? true
    self.init(
      session: number,
      pid: pid,
      state: state,
      outranks: isAboveNormal || ducks || session["role"]?.string != nil,
      isAboveNormal: isAboveNormal
    )
  }
}
