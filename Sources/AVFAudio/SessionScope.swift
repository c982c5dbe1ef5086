import AudioSession

/// The properties of the session underneath that are fixed when it is opened.
struct SessionScope: Equatable, Sendable {
  var application: String?
  var zone = Zone.byConfiguration
  var lease: Lease?

  /// Creates a session with these properties.
  func session(named name: String?) -> Session {
    Session(name: name, application: application, zone: zone, lease: lease)
  }
}
