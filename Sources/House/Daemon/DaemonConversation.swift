package import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// A conversation of the bridge with its daemon, without the connection: bytes come in, events for the
/// bridge and bytes to send go out.
package struct DaemonConversation {
  /// What a request is for, and so what its reply means.
  private enum Purpose: Equatable {
    case hello, policy, subscription
    case lease(RemoteID)
    case activation(UInt64)
    /// Why a session is not active, which its interruption doesn't say.
    case explanation(UInt64)
    /// Why a session of this machine isn't fully heard.
    case reason(UInt64)
    case system
    /// The session that pauses all others.
    case pause
    /// What changes the policy or the switches, which are asked for again.
    case adjustment
    case other
  }

  package var machine = ClientMachine()
  private let epoch: HouseName
  private var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  private var facts = DaemonFacts(grants: [], roles: [:], sessions: 0)
  private var isBegun = false
  /// The leases of the bridge.
  private var ours: Set<UInt64> = []
  private var activity = Activity()
  /// What was told of it last.
  private var toldActivity: ActivityMessage?
  /// Why the daemon hasn't done what somebody wanted at a panel last, a sentence; nil: it has.
  package private(set) var refusal: String?
  /// Whether the daemon has restarted on this connection, and knows nothing of what was said on it;
  /// what the bridge wants needs another.
  package private(set) var isOver = false

  /// - Parameter epoch: The name of this conversation, which no other has had.
  package init(epoch: HouseName) {
    self.epoch = epoch
    askForFacts()
    request(.eventsSubscribe, ["scope": "all"], for: .subscription)
  }

  private mutating func askForFacts() {
    let hello: JSONValue = [
      "protocol": 1, "name": "audiosession-house", "events": ["lifecycle"],
    ]
    request(.hello, hello, for: .hello)
    request(.policyGet, [:], for: .policy)
    request(.systemGet, [:], for: .system)
  }

  private mutating func request(_ method: Method, _ parameters: JSONValue, for purpose: Purpose) {
    purposes[machine.request(method, parameters)] = purpose
  }

  /// Sends what the bridge wants of the daemon; anything else is not for it.
  package mutating func perform(_ effect: BridgeEffect) {
    switch effect {
    case .open(let id, let lease): request(.sessionOpen, lease.opening, for: .lease(id))
    case .configure(let session, let lease):
      let members = [JSONValue.Member("session", .number("\(session)"))] + lease.configuration
      request(.sessionConfigure, .object(members), for: .other)
    case .renew(let session): request(.sessionRenew, Self.naming(session), for: .other)
    case .activate(let session):
      request(.sessionActivate, Self.naming(session), for: .activation(session))
    case .deactivate(let session):
      let options: JSONValue = [
        "session": .number("\(session)"), "options": ["notifyOthersOnDeactivation"],
      ]
      request(.sessionDeactivate, options, for: .other)
    case .close(let session): request(.sessionClose, Self.naming(session), for: .other)
    case .obey(let command): obey(command)
    case .publish, .announce, .subscribe, .unsubscribe, .reconnect, .connectDevice,
      .disconnectDevice, .tellPrograms:
      break
    }
  }

  private mutating func obey(_ command: PanelCommand) {
    switch command {
    case .pauseAll:
      request(.sessionOpen, ["name": "Pause all", "category": "playback"], for: .pause)
    case .setSilenced(let isOn):
      request(.systemSetSilenced, ["silenced": .bool(isOn)], for: .adjustment)
    case .setDuckGain(let gain):
      request(.policySetDuckGain, ["duckGain": .number("\(gain)")], for: .adjustment)
    }
  }

  private static func naming(_ session: UInt64) -> JSONValue { ["session": .number("\(session)")] }

  /// Takes the events of the next message.
  ///
  /// - Returns: Nil if no complete message has arrived.
  /// - Throws: The daemon broke the protocol, or refuses the bridge; the conversation is over.
  package mutating func nextEvents() throws(ClientError) -> [DaemonEvent]? {
    guard let message = try machine.nextMessage() else { return nil }
    var events: [DaemonEvent] = []
    switch message {
    case .notification(let notification): events = take(notification)
    case .reply(let number, let result):
      guard let purpose = purposes.removeValue(forKey: number) else { break }
      switch result {
      case .success(let value): events = take(value, purpose)
      case .failure(let error): events = try take(error, purpose)
      }
    }
    return events + newActivity()
  }

  /// What is heard, if that has changed.
  private mutating func newActivity() -> [DaemonEvent] {
    let message = activity.message
    guard isBegun, message != toldActivity else { return [] }
    toldActivity = message
    return [.activity(message)]
  }

  /// Notes what is heard of sessions, and asks why some aren't.
  private mutating func note(_ sessions: [SessionObject]) {
    // The session that pauses all others is none that anybody hears.
    let heard = sessions.filter {
      !ours.contains($0.session) || $0.identity?.leaseName != nil
    }
    for session in activity.take(heard) {
      request(.policyExplain, Self.naming(session), for: .reason(session))
    }
  }

  private mutating func take(_ result: JSONValue, _ purpose: Purpose) -> [DaemonEvent] {
    switch purpose {
    case .hello:
      let hello = result.received(as: HelloResult.self)
      facts.grants = Set(hello?.grants ?? [])
      facts.sessions = hello?.limits.sessionsPerConnection ?? 0
      return []
    case .policy:
      let policy = result.received(as: PolicyResult.self)
      facts.roles = [:]
      for role in policy?.roles ?? [] { facts.roles[role.name] = role.like }
      if let policy { activity.duckGain = policy.policy.duckGain }
      return isBegun ? [.facts(facts)] : []
    case .subscription:
      isBegun = true
      let sessions = result.received(as: SessionListResult.self)?.sessions.sessions ?? []
      return [.connected(facts, epoch: epoch)] + changed(sessions)
    case .lease(let id):
      guard let session = result.received(as: SessionObject.self)?.session, session != 0 else {
        return [.notOpened(id, because: "the daemon's reply names no session")]
      }
      ours.insert(session)
      return [.opened(id, session: session)]
    case .activation(let session): return [.activated(session)]
    case .reason(let session):
      let text = result.received(as: ExplanationResult.self)?.text
      activity.explain(session, text ?? [])
      return []
    case .system:
      let system = result.received(as: SystemResult<RouteObject>.self)
      if let system { activity.isSilenced = system.silenced }
      return []
    case .pause:
      guard let session = result.received(as: SessionObject.self)?.session else { return [] }
      pause(by: session)
      return []
    case .adjustment:
      refusal = nil
      askForFacts()
      return []
    case .explanation(let session):
      guard let because = result.received(as: ExplanationResult.self)?.because.first else {
        return []
      }
      return [
        .interrupted(
          session,
          Outcome(
            .interrupted,
            rule: because.rule.name,
            cell: because.cell,
            blocker: because.by?.priority.rawValue
          )
        )
      ]
    case .other: return []
    }
  }

  private mutating func take(
    _ error: ErrorReply,
    _ purpose: Purpose
  ) throws(ClientError) -> [DaemonEvent] {
    switch purpose {
    case .hello, .policy, .subscription: throw .refused(error)
    case .lease(let id): return [.notOpened(id, because: error.message)]
    case .activation(let session):
      return [
        .notActivated(
          session,
          Outcome(
            .refused,
            rule: error.rule,
            cell: error.cell,
            blocker: error.by?.priority.rawValue,
            text: error.rule == nil ? error.message : nil
          )
        )
      ]
    case .pause, .adjustment:
      refusal = error.message
      return []
    case .explanation, .reason, .system, .other: return []
    }
  }

  private mutating func take(_ notification: ClientMachine.Notification) -> [DaemonEvent] {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision:
      guard let decision: DecisionObject = params.received() else { return [] }
      switch decision.cause.trigger {
      case .event(.policyReloaded), .method(.policySetDuckGain), .method(.systemSetSilenced):
        askForFacts()
      default: break
      }
      activity.end(decision.closed)
      return changed(decision.changes) + ended(decision.closed)
    case .eventsLagged:
      // What has ended meanwhile is not in the list: the house is told by the bridge.
      guard let lagged: EventsLagged = params.received() else { return [] }
      activity.clear()
      note(lagged.sessions.sessions)
      return [.all(lagged.sessions.sessions.compactMap { local($0) })]
    case .sessionInterruption:
      guard let told: SessionInterruption = params.received() else { return [] }
      guard case .began = told.phase else { return [.mayResume(told.session)] }
      request(.policyExplain, Self.naming(told.session), for: .explanation(told.session))
      return []
    case .sessionResumptionRecommendation:
      guard let told: SessionResumptionRecommendation = params.received() else { return [] }
      return told.recommendation == .shouldResume ? [.mayResume(told.session)] : []
    case .sessionClosed:
      guard let closed: SessionClosed = params.received() else { return [] }
      ours.remove(closed.session)
      return [.closed(closed.session, isEvicted: closed.reason == .evicted)]
    case .mediaServicesWereReset:
      isOver = true
      return []
    default: return []
    }
  }

  /// Takes the place of all that plays, and leaves it without a word to them that they may go on.
  private mutating func pause(by session: UInt64) {
    ours.insert(session)
    request(.sessionActivate, Self.naming(session), for: .other)
    request(.sessionDeactivate, Self.naming(session), for: .other)
    request(.sessionClose, Self.naming(session), for: .other)
  }

  private mutating func changed(_ sessions: [SessionObject]) -> [DaemonEvent] {
    note(sessions)
    let others = sessions.compactMap { local($0) }
    return others.isEmpty ? [] : [.changed(others)]
  }

  private mutating func ended(_ sessions: [UInt64]) -> [DaemonEvent] {
    let others = sessions.filter { ours.remove($0) == nil }
    return others.isEmpty ? [] : [.ended(others)]
  }

  /// A session as the bridge sees it; nil if it stands for one of another machine.
  private func local(_ session: SessionObject) -> LocalSession? {
    let isLease = session.identity?.leaseName?.hasPrefix(RemoteID.leasePrefix) == true
    guard !ours.contains(session.session), !isLease else { return nil }
    return LocalSession(
      number: session.session,
      name: session.identity?.name,
      kind: session.kind,
      zone: session.identity?.zone,
      isActive: session.state == .active,
      isInterrupted: session.state == .interrupted,
      isPlaying: session.playing
    )
  }
}
