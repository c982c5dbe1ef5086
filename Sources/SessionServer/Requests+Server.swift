import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The methods that only look.
extension Server {
  func sessionList(_ inquiry: Inquiry) -> SessionListResult {
    SessionListResult(sessions: objects(for: inquiry.viewer), seq: arbiter.seq, epoch: epoch)
  }

  func subscribe(_ subscribe: EventsSubscribe, _ inquiry: Inquiry) {
    let connection = inquiry.connection
    observers.removeAll { $0 === connection }
    switch subscribe.scope {
    case .all:
      keep(connection)
      connection.observation = .following
      observers.append(connection)
    case .none: connection.observation = .none
    }
    answer(sessionList(inquiry), inquiry)
  }

  var alertResult: AlertResult {
    AlertResult(rule: arbiter.silencesSystemSounds ? .R46 : nil)
  }

  var policyResult: PolicyResult {
    let policy = settings.policy
    var object = PolicyObject()
    object.duckGain = policy.duckGain
    object.strongDuckGain = policy.strongDuckGain
    object.duckRampMilliseconds = policy.duckRamp.inMilliseconds
    object.unduckRampMilliseconds = policy.unduckRamp.inMilliseconds
    object.resumeOfferMilliseconds = policy.resumeOffer.inMilliseconds
    object.endedOnSilentDeactivation = policy.endedOnSilentDeactivation
    object.playbackDuringPhoneCall = policy.playbackDuringPhoneCall
    object.interruptOnSleep = policy.interruptOnSleep
    object.enforcementTimeoutMilliseconds = policy.enforcementTimeout.inMilliseconds
    var table: [Cell: Outcome] = [:]
    for newcomer in Kind.allCases {
      for current in Kind.allCases {
        let cell = Cell(newcomer, current)
        table[cell] = policy.interactions[cell]
      }
    }
    return PolicyResult(policy: object, table: table, limits: settings.limits)
  }

  var statusResult: StatusResult {
    var counts = CountsObject()
    counts.connections = quotas.connections
    counts.sessions = arbiter.counts.sessions
    counts.active = arbiter.counts.active
    counts.interrupted = arbiter.counts.interrupted
    counts.ducked = arbiter.counts.ducked
    counts.pending = arbiter.counts.pending
    counts.leases = arbiter.counts.leases
    return StatusResult(
      version: version,
      epoch: epoch,
      uptimeSeconds: now.duration(since: startTime).inSeconds,
      counts: counts,
      limits: settings.limits,
      enforcers: gate.enforcerCount,
      configurationFaults: configurationFaults.map(\.description),
      configurationReadAt: Time(realtime: configurationTime),
      seq: arbiter.seq
    )
  }

  func logResult(_ request: ServerLog, _ inquiry: Inquiry) -> LogResult {
    let (decisions, more) = log.decisions(
      since: request.since,
      before: request.before,
      limit: request.limit
    )
    return LogResult(decisions: decisions.map { $0.shown(to: inquiry.viewer) }, more: more)
  }

  var discoverResult: WrittenValue {
    if let discovered { return discovered }
    var writer = JSONWriter()
    OpenRPC(version: version).encode(into: &writer)
    let value = WrittenValue(bytes: writer.bytes)
    discovered = value
    return value
  }

  func explanation(
    _ request: PolicyExplain,
    _ inquiry: Inquiry
  ) throws(RPCError) -> ExplanationResult {
    let id = try existing(request.session, inquiry)
    guard let view = arbiter.view(of: id) else { throw .internalError }
    let explanations = arbiter.explanations(of: id)
    let text = ExplanationText { id in
      let blocker = self.blocker(id, for: inquiry.viewer)
      return blocker?.name.map { "\($0) (session \(id.number))" } ?? "session \(id.number)"
    }
    return ExplanationResult(
      session: id.number,
      state: view.state,
      because: explanations.map { shown($0, to: inquiry.viewer) },
      text: explanations.map { text.sentence(for: id, $0) }
    )
  }

  private func shown(
    _ explanation: Explanation,
    to viewer: Viewer
  ) -> ExplanationResult.Explanation {
    ExplanationResult.Explanation(
      explanation.effect.onWire,
      rule: explanation.reason.rule,
      cell: explanation.reason.cell,
      by: explanation.by.flatMap { blocker($0, for: viewer) },
      since: Time(realtime: SystemClock.realtime - age(of: explanation.since)),
      seq: explanation.seq
    )
  }

  /// Deadlines and causes are on a clock that nobody sets; people want the time of day.
  private func age(of moment: Instant) -> Int64 { now.nanoseconds - moment.nanoseconds }
}

/// A value that was written before, because it never changes.
struct WrittenValue: JSONEncodable {
  let bytes: [UInt8]

  func encode(into writer: inout JSONWriter) { writer.raw(bytes) }
}

extension Explanation.Effect {
  fileprivate var onWire: ExplanationResult.Explanation.Effect {
    switch self {
    case .interrupted: .interrupted
    case .waiting: .waiting
    case .offered: .offered
    case .ducked: .ducked
    case .refused: .refused
    }
  }
}
