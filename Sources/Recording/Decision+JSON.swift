package import AudioSessionArbitration
package import AudioSessionJSON
package import AudioSessionTypes
import AudioSessionWire

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
    var all = json.members ?? []
    all.append(.init("rule", .string(reason.rule.name)))
    if let cell = reason.cell { all.append(.init("cell", .string(names[cell]))) }
    return .object(all)
  }
}
