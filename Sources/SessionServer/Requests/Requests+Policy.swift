import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSchema
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The policy: its contents, its effect on a session, and simulations of it.
extension Requests {
  /// `policy.get`: returns the configuration in force.
  func policyResult(_ context: RequestContext) -> PolicyResult {
    let settings = base.configuration.settings
    let policy = settings.policy
    let table = policy.table
    let names = decisions.sessions.kindNames
    return PolicyResult(
      profile: settings.profile,
      policy: policy,
      kinds: policy.kindNames,
      table: (0..<table.count).map { newcomer in
        (0..<table.count).map { table[newcomer, $0] }
      },
      roles: policy.roles.enumerated().map { place, role in
        RoleObject(
          name: role.name,
          like: names[role.like],
          ducksWithinApplication: role.ducksWithinApplication,
          granted: context.grants.allow(policy, role: place)
        )
      },
      grants: Dictionary(
        uniqueKeysWithValues: settings.allGrants.map { ($0.name, GrantObject($0.rules)) }
      ),
      zones: settings.zones,
      limits: settings.limits,
      files: base.configuration.loaded.files,
      setBy: base.configuration.setBy
    )
  }

  /// `policy.explain`: returns the reasons for a session's state.
  func explanation(
    _ number: UInt64,
    _ context: RequestContext
  ) throws(RPCError) -> ExplanationResult {
    try decisions.sessions.explanation(
      of: number,
      for: context.connection,
      at: .now,
      realtime: SystemClock.realtime
    )
  }

  /// `policy.simulate`: simulates an activation or deactivation.
  ///
  /// - Parameters:
  ///   - request: The request's parameters.
  ///   - context: The request's context.
  /// - Returns: The reply and the notifications that would result.
  /// - Throws: An error if the caller may not simulate this or the configuration to simulate is
  ///   invalid.
  func simulation(
    _ request: PolicySimulate,
    _ context: RequestContext
  ) throws(RPCError) -> SimulationResult {
    let isOrdinary = !request.identity.isAnothers && request.configuration == nil
    guard isOrdinary || context.grants.holds(.admin) else {
      throw .notPermitted(lacking: "the grant admin")
    }
    let tried = try request.configuration.map { text throws(RPCError) in try configured(text) }
    let imagined = SessionID(.max)
    let simulation = Simulation(
      of: decisions.sessions,
      base.connections,
      epoch: base.epoch,
      for: context.viewer,
      imagining: imagined,
      under: tried?.policy
    )
    let settings = tried ?? base.configuration.settings
    let id: SessionID
    let grants: Grants
    switch request.subject {
    case .session(let number):
      id = try decisions.sessions.existing(number, context.connection)
      grants = claims(ofOwner: id, by: settings)
    case .imagined(let open):
      id = imagined
      let process = self.imagined(request.identity, caller(context, by: settings))
      let own = base.configuration.grants(of: process.peer, groups: process.groups, by: settings)
      grants = request.identity.hasAllGrants ? .all : own.claims
      let identity = SessionIdentity(
        name: open.name,
        leaseName: nil,
        application: request.identity.application,
        zone: settings.zone(open.zone, of: process.peer.user),
        peer: process.peer
      )
      guard simulation.open(id, identity, open.configuration, grants: grants) else {
        return simulation.result(for: id)
      }
    }
    switch request.action {
    case .activate: simulation.apply(.activate(id, grants: grants))
    case .deactivate:
      simulation.apply(.deactivate(id, notifyOthers: request.notifyOthers))
    }
    return simulation.result(for: id)
  }

  /// Returns the settings that a configuration file with this text would set.
  ///
  /// User names are not looked up, since a slow lookup would block all clients.
  private func configured(_ text: String) throws(RPCError) -> Settings {
    func fault(_ expected: String, found: String) -> RPCError {
      .invalidParams(MemberFault("configuration", expected: expected, found: .words(found)))
    }
    guard text.utf8.count <= Requests.configurationBytes else {
      throw fault("at most \(Requests.configurationBytes) bytes", found: "\(text.utf8.count) bytes")
    }
    let nobody = AccountIDs(userID: { _ in nil }, groupID: { _ in nil })
    let loaded = Settings.load(
      text: text,
      named: "configuration",
      instanceUser: base.configuration.options.instanceUser,
      accounts: nobody
    )
    // A name that isn't looked up would silently match no user.
    if let first = (loaded.faults + loaded.warnings).first {
      throw fault(first.expected, found: "\(first.place): \(first.found)")
    }
    return loaded.settings
  }

  /// The identity of a simulated process, and its user's groups.
  private struct Imagined {
    var peer: PeerIdentity
    var groups: [UInt32]
  }

  private func caller(_ context: RequestContext, by settings: Settings) -> Imagined {
    Imagined(
      peer: context.peer,
      groups: settings.namedGroups(of: context.connection.socket)
    )
  }

  /// Returns the caller's identity with the values that the request replaces.
  private func imagined(_ identity: ImaginedIdentity, _ caller: Imagined) -> Imagined {
    let isOtherUser = identity.user != nil
    let hasOtherGroups = isOtherUser || identity.groups != nil
    let peer = PeerIdentity(
      imaginedBy: identity.user.map { UserID($0) } ?? caller.peer.user,
      gid: hasOtherGroups ? Requests.noGroup : caller.peer.gid,
      unit: identity.unit ?? (isOtherUser ? nil : caller.peer.unit),
      userUnit: identity.userUnit ?? (isOtherUser ? nil : caller.peer.userUnit)
    )
    return Imagined(peer: peer, groups: identity.groups ?? (isOtherUser ? [] : caller.groups))
  }

  /// Returns the grants of a session's owner; for a lease whose opener has disconnected, those of
  /// its user.
  private func claims(ofOwner id: SessionID, by settings: Settings) -> Grants {
    if let owner = decisions.listener(of: id)?.connection {
      let groups = settings.namedGroups(of: owner.socket)
      return base.configuration.grants(of: owner.peer, groups: groups, by: settings).claims
    }
    guard let identity = decisions.sessions.identity(of: id) else { return .none }
    return base.configuration.grants(of: identity.peer, groups: [], by: settings).claims
  }

  /// The maximum length of a configuration to simulate, in bytes.
  private static let configurationBytes = 49_152
  /// A group number that no group has.
  private static let noGroup = UInt32.max
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
