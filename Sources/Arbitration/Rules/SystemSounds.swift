/// R46: a system sound is no session; it never interrupts or ducks, and is silent at times.
extension Arbiter {
  /// Whether a system sound has to be silent now.
  ///
  /// - Parameters:
  ///   - scope: The application that makes it, and the zone where.
  ///   - user: Whose it is.
  /// - Returns: Whether a rule wants silence; one of the sound's own application may be the cause.
  package func silencesSystemSounds(in scope: Scope, of user: UserID) -> Bool {
    let zone = sessions.zones.place(of: scope.zone)
    return parties.silencesSystemSounds(zone)
      || sessions.hasActive(interactions.classes.overSystemSounds, around: scope)
      || parties.isInterrupted(scope.application, zone)
      || system.isSilenced(user)
  }
}
