import Arbitration

/// What applications and zones are called, and the numbers by which the core knows them (R52, R63).
struct Scopes {
  private var applications = NumberedNames<ApplicationName>()
  private var zones = NumberedNames<String>()

  /// The names are in use until ``release(_:_:)``.
  ///
  /// - Parameters:
  ///   - application: The application, if one was named.
  ///   - zone: The zone's name; nil: none.
  ///   - own: The application where none was named.
  /// - Returns: What the core knows them by.
  mutating func use(
    _ application: ApplicationName?,
    _ zone: String?,
    orElse own: ApplicationID
  ) -> Scope {
    Scope(
      application.map { ApplicationID(named: applications.use($0)) } ?? own,
      zone: zone.map { ZoneID(zones.use($0)) }
    )
  }

  /// The name of an application is in use, whether or not any session is of it.
  mutating func use(_ application: ApplicationName) { _ = applications.use(application) }

  mutating func release(_ application: ApplicationName?, _ zone: String?) {
    if let application { applications.release(application) }
    if let zone { zones.release(zone) }
  }

  /// The same for what only asks: a name that nobody uses is one that meets nobody's.
  func scope(
    of application: ApplicationName?,
    _ zone: String?,
    orElse own: ApplicationID
  ) -> Scope {
    Scope(
      application.map { ApplicationID(named: applications[$0]) } ?? own,
      zone: zone.map { ZoneID(zones[$0]) }
    )
  }
}

/// Processes, named applications and leases are numbered apart; the lowest bits keep them so.
extension ApplicationID {
  /// A process that named none.
  init(_ process: ProcessID) { self.init(process.number << 2) }

  init(named number: UInt64) { self.init(number << 2 | 1) }

  /// A lease, which belongs to no process.
  init(lease session: SessionID) { self.init(session.number << 2 | 2) }
}
