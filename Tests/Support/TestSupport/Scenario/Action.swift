import AudioSessionArbitration
package import AudioSessionTypes

/// What can happen in a scenario; sessions, processes and reporters by their names in it.
package enum Action: Equatable, Sendable {
  case opens(DeclaredSession)
  /// A lease is opened again by name, by another session's process perhaps.
  case opensAgain(by: String, DeclaredSession)
  case activates(String, notifying: Bool, hasRead: Reading?)
  case deactivates(String, notifying: Bool)
  case reports(String, Report)
  case configures(String, DeclaredChange)
  case renews(String, Duration?)
  case closes(String)
  case isEvicted(String)
  /// The process ends, and with it all its connections.
  case dies(String)
  /// The connection ends; the process lives on.
  case disconnects(String)
  /// A connection tells of which application it is; nil: of none (R52).
  case namesApplication(String, String?)
  case losesGrants(String)
  case getsGrantsBack(String)
  /// A reporter's right to speak for everybody comes, or goes.
  case maySpeak(String, forEverybody: Bool)
  /// `policy.explain`; its answer is what is told.
  case asksWhy(String)
  case isSuspended(String, Bool, by: String?)
  /// Its user mutes and unmutes its streams in a mixer (R68).
  case isMutedByUser(String, SoundDirections, wantsUnmute: Bool, by: String?)
  case microphoneIsMuted(Bool, by: String?)
  case machineSleeps(Bool, by: String?)
  case silentSwitchIs(on: Bool, by: String?)
  /// Without a route: the same ports again. Without a reason, the daemon infers one (R44).
  case routeChanges(DeclaredRoute?, RouteChangeReason?, by: String?)
  /// The same ports with another output volume, 0…1 (R67).
  case volumeChanges(Double, by: String?)
  case policyBecomes([PolicySetting])
  /// Nil: by the system itself.
  case systemSoundIsAskedFor(by: String?, DeclaredZone)
  case offerLapses
  case leaseEnds
  case timePasses(Duration)
  case daemonStops
  case daemonRestarts
}

/// What a client has read when it sends `ifSeq` (R33).
package enum Reading: Equatable, Sendable {
  /// All that was sent to it.
  case everything
  /// All but the latest notification of the session.
  case allButTheLatest
}
