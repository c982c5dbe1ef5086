package import AudioSessionArbitration
import AudioSessionTypes

/// Who is who, for those who play a world on without a scenario.
extension CoreWorld {
  package func name(of id: SessionID) -> String { cast.name(id) }

  /// The name of an application that a connection named; nil: it is a process or a lease.
  package func name(of application: ApplicationID) -> String? { cast.scopes.name(application) }

  /// Whether the session's process has no grants at present.
  package func holdsNoGrants(_ id: SessionID) -> Bool {
    cast.grants(cast.name(id), under: policy) == .none
  }
}
