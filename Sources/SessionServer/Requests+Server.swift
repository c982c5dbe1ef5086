import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The methods that only look.
extension Server {
  func sessionList(_ inquiry: Inquiry) -> SessionListResult {
    SessionListResult(sessions: objects(for: inquiry.viewer), seq: core.arbiter.seq, epoch: epoch)
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
    AlertResult(rule: core.arbiter.silencesSystemSounds ? .R46 : nil)
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
    return PolicyResult(
      policy: object,
      table: table,
      grants: settings.grants.mapValues { rules in
        GrantObject(
          users: rules.users.sorted(),
          groups: rules.groups.sorted(),
          units: rules.units.sorted(),
          userUnits: rules.userUnits.sorted()
        )
      },
      limits: settings.limits,
      files: configuration.files,
      setBy: configuration.setBy.mapValues { "\($0)" }
    )
  }

  var statusResult: StatusResult {
    var counts = CountsObject()
    counts.connections = quotas.connections
    counts.sessions = core.arbiter.counts.sessions
    counts.active = core.arbiter.counts.active
    counts.interrupted = core.arbiter.counts.interrupted
    counts.ducked = core.arbiter.counts.ducked
    counts.pending = core.arbiter.counts.pending
    counts.leases = core.arbiter.counts.leases
    return StatusResult(
      version: version,
      epoch: epoch,
      uptimeSeconds: now.duration(since: startTime).inSeconds,
      counts: counts,
      limits: settings.limits,
      enforcers: gate.enforcerCount,
      configurationFaults: configurationFaults.map(\.description),
      configurationReadAt: Time(realtime: configurationTime),
      seq: core.arbiter.seq
    )
  }

  /// The latest decisions, as many as were asked for and fit into one answer.
  func logResult(_ request: ServerLog, _ inquiry: Inquiry) -> LogResult<WrittenValue> {
    let matching = log.latestFirst(since: request.since, before: request.before)
    var written: [WrittenValue] = []
    var size = 0
    for decision in matching.prefix(request.limit) where size < Server.logAnswerBytes {
      let entry = WrittenValue(decision.shown(to: inquiry.viewer))
      size += entry.bytes.count
      written.append(entry)
    }
    return LogResult(decisions: written.reversed(), more: written.count < matching.count)
  }

  var discoverResult: WrittenValue {
    if let discovered { return discovered }
    let value = WrittenValue(OpenRPC(version: version))
    discovered = value
    return value
  }

  func explanation(
    _ request: PolicyExplain,
    _ inquiry: Inquiry
  ) throws(RPCError) -> ExplanationResult {
    let id = try existing(request.session, inquiry)
    guard let view = core.view(of: id) else { throw .internalError }
    let all = core.arbiter.explanations(of: id)
    let explanations = all.prefix(Server.explanationLimit)
    let text = ExplanationText { id in
      self.blocker(id, for: inquiry.viewer)?.label ?? "session \(id.number)"
    }
    return ExplanationResult(
      session: id.number,
      state: view.state,
      because: explanations.map { shown($0, to: inquiry.viewer) },
      text: explanations.map { text.sentence(for: id, $0) },
      leftOut: all.count - explanations.count
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

  /// Where an answer of `server.log` stops; the rest is asked for with `before`.
  private static let logAnswerBytes = 1 << 20
  /// How many causes of one session's state are explained.
  private static let explanationLimit = 64
}

/// A value that is written already: it never changes, or its length had to be known.
struct WrittenValue: JSONEncodable {
  let bytes: [UInt8]

  init(_ value: some JSONEncodable) {
    var writer = JSONWriter()
    value.encode(into: &writer)
    bytes = writer.bytes
  }

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
