import AudioSessionClient

/// The leases in the local daemon.
extension Imports {
  /// The daemon is there, with these grants and roles; nil: it is lost, and with it every lease.
  mutating func take(_ new: DaemonFacts?, at now: Duration) -> [ImportAction] {
    let isNew = facts == nil || new == nil
    facts = new
    var actions: [ImportAction] = []
    for id in imports.keys.sorted() {
      // After a lost connection a lease of that name may still be there, and is taken over by it.
      if isNew { imports[id]?.stage = .left }
      actions += settle(id, at: now)
    }
    return actions
  }

  /// Takes an answer to ``BridgeEffect/open(_:_:)``.
  mutating func opened(_ id: RemoteID, _ session: UInt64, at now: Duration) -> [ImportAction] {
    // Withdrawn meanwhile.
    guard imports[id]?.stage == .opening else { return [.perform(.close(session))] }
    imports[id]?.stage = .open(session, .inactive)
    return settle(id, at: now)
  }

  mutating func notOpened(_ id: RemoteID, because reason: String) -> [ImportAction] {
    guard imports[id]?.stage == .opening else { return [] }
    imports[id]?.stage = .refused
    return say(id, Outcome(.ignored, text: reason))
  }

  mutating func activated(_ session: UInt64, at now: Duration) -> [ImportAction] {
    guard let id = id(of: session), let found = imports[id] else { return [] }
    imports[id]?.stage = .open(session, .active)
    return say(id, heard(found.standing)) + settle(id, at: now)
  }

  /// It is not active here, for a reason; the daemon says when to try again.
  mutating func isHindered(_ session: UInt64, _ outcome: Outcome) -> [ImportAction] {
    guard let id = id(of: session) else { return [] }
    imports[id]?.stage = .open(session, .waiting)
    return say(id, outcome)
  }

  mutating func mayResume(_ session: UInt64, at now: Duration) -> [ImportAction] {
    guard let id = id(of: session), imports[id]?.stage == .open(session, .waiting) else {
      return []
    }
    imports[id]?.stage = .open(session, .inactive)
    return settle(id, at: now)
  }

  /// Lets those be active that yielded to sessions of this machine that are over.
  mutating func release(_ own: Exports, at now: Duration) -> [ImportAction] {
    var actions: [ImportAction] = []
    for (id, found) in imports.sorted(by: { $0.key < $1.key }) {
      guard let number = found.yieldsTo, !own.isActive(number) else { continue }
      imports[id]?.yieldsTo = nil
      actions += settle(id, at: now)
    }
    return actions
  }

  mutating func closed(_ session: UInt64, isEvicted: Bool) -> [ImportAction] {
    guard let id = id(of: session) else { return [] }
    imports[id]?.stage = isEvicted ? .evicted : .refused
    return say(
      id,
      Outcome(.ignored, text: isEvicted ? "somebody there has evicted it" : "not heard of in time")
    )
  }

  /// Ends all leases: the bridge stops.
  mutating func giveBack() -> [ImportAction] {
    defer { imports = [:] }
    return imports.sorted { $0.key < $1.key }.flatMap { id, found in
      (found.session.map { [.perform(.close($0))] } ?? [])
        + (found.outcome == nil ? [] : [.say(id, nil)])
    }
  }

  /// The sessions of other machines, and what became of them here.
  var report: [ImportReport] {
    imports.sorted { $0.key < $1.key }.map { id, found in
      ImportReport(
        node: id.node.text,
        kind: found.message.kind,
        zone: found.message.zone,
        state: found.message.state,
        session: found.session,
        outcome: found.outcome
      )
    }
  }

  private func heard(_ standing: Standing) -> Outcome {
    guard case .lacking(let grant) = standing else { return Outcome(.active) }
    return Outcome(.lowering, rule: "R3", text: "the grant \(grant) is missing there")
  }

  private func id(of session: UInt64) -> RemoteID? {
    imports.first { $0.value.session == session }?.key
  }

  /// Has the daemon do what is missing for an import to stand as its machine says.
  mutating func settle(_ id: RemoteID, at now: Duration) -> [ImportAction] {
    guard var found = imports[id], let facts else { return [] }
    let standing = facts.standing(of: settings.treatment(of: found.message.kind))
    defer { imports[id] = found }
    guard standing != .ignored else {
      let session = found.session
      found.stage = .left
      return (session.map { [.perform(.close($0))] } ?? [])
        + say(&found, id, Outcome(.ignored, text: "it takes no part in such sessions"))
    }
    var actions: [ImportAction] = []
    if found.isLate || found.yieldsTo != nil {
      let text = found.isLate ? "an assistant answered there before" : "another began there later"
      actions += say(&found, id, Outcome(.refused, blocker: found.message.kind, text: text))
      if found.session == nil { return actions }
    }
    switch found.stage {
    case .opening, .evicted: break
    case .left, .refused:
      found.stage = .opening
      actions.append(.perform(.open(id, request(id, found, standing, at: now))))
    case .open(let session, let activity):
      if found.standing != standing {
        actions.append(.perform(.configure(session, request(id, found, standing, at: now))))
        if activity == .active { actions += say(&found, id, heard(standing)) }
      }
      switch (found.isWanted, activity) {
      case (true, .inactive):
        found.stage = .open(session, .asked)
        actions.append(.perform(.activate(session)))
      case (false, .asked), (false, .active), (false, .waiting):
        found.stage = .open(session, .inactive)
        actions.append(.perform(.deactivate(session)))
        if found.message.state != .active { actions += say(&found, id, nil) }
      default: break
      }
    }
    found.standing = standing
    return actions
  }

  private func request(
    _ id: RemoteID,
    _ found: Import,
    _ standing: Standing,
    at now: Duration
  ) -> LeaseRequest {
    let name = (found.message.name ?? found.message.kind).wireName(orElse: "?")
    return LeaseRequest(
      leaseName: id.leaseName,
      name: "\(id.node): \(name)".wireName(orElse: "?"),
      zone: found.message.zone,
      standing: standing,
      life: found.end - now
    )
  }

  private mutating func say(_ id: RemoteID, _ outcome: Outcome?) -> [ImportAction] {
    guard var found = imports[id] else { return [] }
    defer { imports[id] = found }
    return say(&found, id, outcome)
  }

  private func say(_ found: inout Import, _ id: RemoteID, _ outcome: Outcome?) -> [ImportAction] {
    guard found.outcome != outcome else { return [] }
    found.outcome = outcome
    return [.say(id, outcome)]
  }
}
