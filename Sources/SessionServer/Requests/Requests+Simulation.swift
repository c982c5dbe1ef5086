import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// `policy.simulate`: whose session is imagined, and under which configuration.
extension Server {
  func simulation(
    _ request: PolicySimulate,
    _ inquiry: Inquiry
  ) throws(RPCError) -> SimulationResult {
    let isOrdinary = !request.identity.isAnothers && request.configuration == nil
    guard isOrdinary || inquiry.connection.isPrivileged else {
      throw .notPermitted(lacking: "the grant admin")
    }
    let tried = try request.configuration.map { text throws(RPCError) in try configured(text) }
    let simulation = Simulation(of: self, for: inquiry.viewer, under: tried?.policy)
    let settings = tried ?? self.settings
    let id: SessionID
    let grants: Grants
    switch request.subject {
    case .session(let number):
      id = try existing(number, inquiry)
      grants = claims(ofOwner: id, by: settings)
    case .imagined(let open):
      id = SessionID(sessionCount + 1)
      let caller = caller(inquiry, by: settings)
      let imagined = imagined(request.identity, caller)
      grants = self.grants(of: imagined.peer, groups: imagined.groups, by: settings).claims
      let identity = SessionIdentity(
        name: open.name,
        leaseName: nil,
        application: request.identity.application,
        zone: zone(open.zone, of: imagined.peer.user, settings),
        peer: imagined.peer
      )
      let own = ApplicationID(identity.peer.process)
      let scope = scopes.scope(of: identity.applicationName, identity.zone, orElse: own)
      guard simulation.open(id, identity, scope, open.configuration, grants: grants) else {
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

  /// What a configuration file of this text would set.
  ///
  /// Names of users are not looked up: that could take its time, and everybody would wait.
  private func configured(_ text: String) throws(RPCError) -> Settings {
    func fault(_ expected: String, found: String) -> RPCError {
      .invalidParams(ParameterFault("configuration", expected: expected, found: .words(found)))
    }
    guard text.utf8.count <= Server.configurationBytes else {
      throw fault("at most \(Server.configurationBytes) bytes", found: "\(text.utf8.count) bytes")
    }
    let nobody = AccountNames(userID: { _ in nil }, groupID: { _ in nil })
    let loaded = Settings.load(
      text: text,
      named: "configuration",
      instanceUser: options.instanceUser,
      accounts: nobody
    )
    // A name that can't be looked up would silently be nobody's.
    if let first = (loaded.faults + loaded.warnings).first {
      throw fault(first.expected, found: "\(first.place): \(first.found)")
    }
    return loaded.settings
  }

  /// Who a process is that isn't there, and the groups that its user is in.
  private struct Imagined {
    var peer: PeerIdentity
    var groups: [UInt32]
  }

  private func caller(_ inquiry: Inquiry, by settings: Settings) -> Imagined {
    Imagined(
      peer: inquiry.peer,
      groups: namedGroups(of: inquiry.connection.socket, by: settings)
    )
  }

  /// A process of the caller's, but for what was said about it.
  private func imagined(_ identity: ImaginedIdentity, _ caller: Imagined) -> Imagined {
    let isOtherUser = identity.user != nil
    let hasOtherGroups = isOtherUser || identity.groups != nil
    let peer = PeerIdentity(
      imaginedBy: identity.user.map { UserID($0) } ?? caller.peer.user,
      gid: hasOtherGroups ? Server.noGroup : caller.peer.gid,
      unit: identity.unit ?? (isOtherUser ? nil : caller.peer.unit),
      userUnit: identity.userUnit ?? (isOtherUser ? nil : caller.peer.userUnit)
    )
    return Imagined(peer: peer, groups: identity.groups ?? (isOtherUser ? [] : caller.groups))
  }

  /// What the owner of a session may claim; a lease whose opener is gone has what its user has.
  private func claims(ofOwner id: SessionID, by settings: Settings) -> Grants {
    if let owner = owner(of: id) {
      let groups = namedGroups(of: owner.socket, by: settings)
      return grants(of: owner.peer, groups: groups, by: settings).claims
    }
    guard let identity = names[id]?.identity else { return .none }
    return grants(of: identity.peer, groups: [], by: settings).claims
  }

  /// How long the text of a configuration may be that is only tried.
  private static let configurationBytes = 49_152
  /// The number that no group has.
  private static let noGroup = UInt32.max
}
