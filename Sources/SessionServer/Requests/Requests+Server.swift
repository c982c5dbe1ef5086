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

  func alertResult(_ alert: AlertRequest, _ inquiry: Inquiry) -> AlertResult {
    let user = inquiry.peer.user
    let scope = scopes.scope(
      of: inquiry.connection.applicationName,
      zone(alert.zone, of: user, settings),
      orElse: ApplicationID(inquiry.peer.process)
    )
    let isSilent = core.arbiter.silencesSystemSounds(in: scope, of: user)
    return AlertResult(rule: isSilent ? .R46 : nil)
  }

  func policyResult(_ inquiry: Inquiry) -> PolicyResult {
    let policy = settings.policy
    let table = policy.table
    return PolicyResult(
      policy: policy,
      kinds: policy.kindNames,
      table: (0..<table.count).map { newcomer in
        (0..<table.count).map { table[newcomer, $0] }
      },
      roles: policy.roles.enumerated().map { place, role in
        RoleObject(
          name: role.name,
          like: core.arbiter.kindNames[role.like],
          granted: inquiry.grants.allow(policy, role: place)
        )
      },
      grants: Dictionary(
        uniqueKeysWithValues: settings.allGrants.map { ($0.name, GrantObject($0.rules)) }
      ),
      zones: settings.zones,
      limits: settings.limits,
      files: configuration.files,
      setBy: configuration.setBy.mapValues { "\($0)" }
    )
  }

  var statusResult: StatusResult {
    StatusResult(
      version: version,
      epoch: epoch,
      uptimeSeconds: now.duration(since: startTime).inSeconds,
      connections: quotas.connections,
      counts: core.arbiter.counts,
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
      let entry = WrittenValue(decision.shown(to: inquiry.viewer, core.arbiter.kindNames))
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
    let text = ExplanationText(
      name: { self.blocker($0, for: inquiry.viewer)?.label ?? "session \($0.number)" },
      kinds: core.arbiter.kindNames
    )
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
      explanation.effect,
      rule: explanation.reason.rule,
      cell: explanation.reason.cell.map { core.arbiter.kindNames[$0] },
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

extension GrantObject {
  fileprivate init(_ rules: GrantRules) {
    self.init(
      users: rules.users.sorted(),
      groups: rules.groups.sorted(),
      units: rules.units.sorted(),
      userUnits: rules.userUnits.sorted()
    )
  }
}
