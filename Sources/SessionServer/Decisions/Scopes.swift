import AudioSessionArbitration

/// Maps the names of applications and zones to the numbers by which the core knows them (R52, R63).
struct Scopes {
  private var applications = NumberedNames<ApplicationName>()
  private var zones = NumberedNames<String>()
  /// The number of times that a client set its application name.
  private var count: UInt64 = 0

  /// Marks the names as in use until ``release(_:_:)``.
  ///
  /// - Parameters:
  ///   - application: The application, if one was named.
  ///   - zone: The zone's name; nil for none.
  ///   - own: The application to use if none was named.
  /// - Returns: The scope, with the numbers that the core uses.
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

  /// Sets the application of the sessions that a client opens from now on; nil means none.
  ///
  /// Its name is in use whether or not any session belongs to it.
  mutating func name(_ application: String?, of client: some Client) {
    let former = client.applicationName
    count += 1
    client.introduction.name(application, order: count)
    // The new name comes first, so that an unchanged name keeps its number.
    if let name = client.applicationName { _ = applications.use(name) }
    if let former { applications.release(former) }
  }

  mutating func release(_ application: ApplicationName?, _ zone: String?) {
    if let application { applications.release(application) }
    if let zone { zones.release(zone) }
  }

  /// Returns a scope without marking its names as in use; an unused name matches no session's.
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

/// Processes, named applications and leases are numbered separately; the lowest bits distinguish
/// them.
extension ApplicationID {
  /// Creates the number of a process that named no application.
  init(_ process: ProcessID) { self.init(process.number << 2) }

  init(named number: UInt64) { self.init(number << 2 | 1) }

  /// Creates the number of a lease, which belongs to no process.
  init(lease session: SessionID) { self.init(session.number << 2 | 2) }
}
