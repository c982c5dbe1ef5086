package import AudioSessionArbitration
package import AudioSessionTypes
package import AudioSessionWire

extension Decision {
  /// The decision as JSON, everything that its value consists of; `names` are those of all kinds.
  package func json(_ names: KindNames) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let seq { members.append(.init("seq", .number("\(seq)"))) }
    members.append(
      .init("effects", .array(effects.map { $0.effect.json(because: $0.reason, names) }))
    )
    members.append(.init("rules", .array(rules.rules.map { .string($0.name) })))
    members.append(.init("cells", .array(cells.cells.map { .string(names[$0]) })))
    switch expiry {
    case .offer(let id): members.append(.init("expiry", ["offer": id.json]))
    case .lease(let id): members.append(.init("expiry", ["lease": id.json]))
    case nil: break
    }
    return .object(members)
  }
}

extension Effect {
  /// The effect with the reason that it rests on.
  fileprivate func json(because reason: Reason, _ names: KindNames) -> JSONValue {
    var all: [JSONValue.Member] = [.init("effect", .string(name))]
    all += members.compactMap { member in
      member.value.map { JSONValue.Member(member.name, $0) }
    }
    all.append(.init("rule", .string(reason.rule.name)))
    if let cell = reason.cell { all.append(.init("cell", .string(names[cell]))) }
    return .object(all)
  }

  private var name: String {
    switch self {
    case .granted: "granted"
    case .refused: "refused"
    case .closed: "closed"
    case .didBecomeActive: "didBecomeActive"
    case .didBecomeInactive: "didBecomeInactive"
    case .began: "began"
    case .ducking: "ducking"
    case .ended: "ended"
    case .recommendation: "recommendation"
    case .hint: "hint"
    case .routeChanged: "routeChanged"
    case .changed: "changed"
    case .enforcementChanged: "enforcementChanged"
    case .wake: "wake"
    }
  }

  private var members: [(name: String, value: JSONValue?)] {
    switch self {
    case .granted(let id), .didBecomeActive(let id), .changed(let id): [("session", id.json)]
    case .refused(let id, let error, let by):
      [("session", id?.json), ("error", .string(error.rawValue)), ("by", by?.json)]
    case .closed(let id, let reason):
      [("session", id.json), ("reason", .string(reason.rawValue))]
    case .didBecomeInactive(let id, let source, let reason):
      [
        ("session", id.json), ("source", .string(source.rawValue)),
        ("reason", reason.map { .string($0.rawValue) }),
      ]
    case .began(let id, let reason, let by):
      [("session", id.json), ("reason", .string(reason.rawValue)), ("by", by?.json)]
    case .ducking(let id, let gain, let from, let ramp):
      [
        ("session", id.json), ("gain", gain.json), ("from", from?.json), ("ramp", ramp.json),
      ]
    case .ended(let id, let shouldResume):
      [("session", id.json), ("shouldResume", .bool(shouldResume))]
    case .recommendation(let id, let recommendation):
      [("session", id.json), ("recommendation", .string(recommendation.rawValue))]
    case .hint(let id, let isSilenced):
      [("session", id.json), ("silenced", .bool(isSilenced))]
    case .routeChanged(let id, let reason):
      [("session", id.json), ("reason", .string(reason.rawValue))]
    case .enforcementChanged: []
    case .wake(let time): [("at", time?.json)]
    }
  }
}
