/// R46: system sounds, which are no sessions, never interrupt or duck, and are silent at times.
extension Arbiter {
  /// Whether a system sound has to be silent now.
  ///
  /// - Parameters:
  ///   - scope: The application that makes it, and its zone.
  ///   - user: Its user.
  /// - Returns: True if it must be silent; a session of the same application may be the cause.
  package func silencesSystemSounds(in scope: Scope, of user: UserID) -> Bool {
    let zone = sessions.zones.place(of: scope.zone)
    var walk = sessions.walk(.active, in: interactions.classes.overSystemSounds, around: scope)
    return parties.silencesSystemSounds(zone) || walk.next(in: sessions) != nil
      || parties.isInterrupted(scope.application, zone)
      || system.holds(.silenced, for: user)
  }
}
