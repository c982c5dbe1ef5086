import AudioSessionArbitration

/// Which application and which zone a session is of, as the daemon numbers them (R52, R63).
struct ScopeBook {
  /// The applications that connections named, by the key of the connection.
  var named: [String: String]
  private var applications: [String: ApplicationID] = [:]
  private var applicationNames: [ApplicationID: String] = [:]
  private var zones: [String: ZoneID] = [:]
  private var zoneNames: [ZoneID: String] = [:]

  init(named: [String: String]) { self.named = named }

  /// The application of that name among a user's.
  mutating func application(_ name: String, of user: UserID) -> ApplicationID {
    let id = application("user \(user.number): \(name)")
    applicationNames[id] = name
    return id
  }

  /// The application that stands for a process or a lease.
  mutating func application(_ key: String) -> ApplicationID {
    if let known = applications[key] { return known }
    let id = ApplicationID(UInt64(applications.count + 1))
    applications[key] = id
    return id
  }

  mutating func zone(
    _ declared: DeclaredZone,
    of user: UserID,
    zonesAreUsers: Bool
  ) -> ZoneID? {
    switch declared {
    case .none: nil
    case .named(let name): zone(name)
    case .byPolicy: zonesAreUsers && user.number != 0 ? zone("\(user.number)") : nil
    }
  }

  private mutating func zone(_ name: String) -> ZoneID {
    if let known = zones[name] { return known }
    let id = ZoneID(UInt64(zones.count + 1))
    zones[name] = id
    zoneNames[id] = name
    return id
  }

  func name(_ application: ApplicationID) -> String? { applicationNames[application] }
  func name(_ zone: ZoneID) -> String? { zoneNames[zone] }
}

extension Cast {
  /// The scope of a session that is opened now; a lease is an application of its own, unless its
  /// opener's connection named one.
  mutating func scope(of session: DeclaredSession, zonesAreUsers: Bool) -> Scope {
    let key = session.lease == nil ? nil : "lease \(session.name)"
    return scope(of: session.name, session.zone, zonesAreUsers: zonesAreUsers, ownKey: key)
  }

  /// The scope of what a name asks for; by default its process is the application.
  mutating func scope(
    of name: String,
    _ zone: DeclaredZone,
    zonesAreUsers: Bool,
    ownKey: String? = nil
  ) -> Scope {
    let user = owner(name).user
    let application =
      if let named = scopes.named[connectionKey(name)] {
        scopes.application(named, of: user)
      } else {
        scopes.application(ownKey ?? "process \(process(name).number)")
      }
    return Scope(
      application,
      zone: scopes.zone(zone, of: user, zonesAreUsers: zonesAreUsers)
    )
  }

  /// Sets the application of the sessions that a connection opens from now on.
  mutating func name(application: String?, of name: String) {
    scopes.named[connectionKey(name)] = application
  }
}
