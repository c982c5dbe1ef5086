import AudioSessionArbitration
import AudioSessionTypes

/// Section 3: what two sessions are to each other.
extension NaiveArbiter {
  /// The square of the table as it stands; a session's kind is always in force, as one whose role
  /// isn't has the kind that the role was like.
  func square(_ newcomer: NaiveSession, _ current: NaiveSession) -> Square {
    guard let row = place(of: newcomer.kind), let column = place(of: current.kind) else {
      fatalError("a role that isn't in force")
    }
    return interactions[row, column]
  }

  /// The square, bent as section 3 says.
  func encounter(_ newcomer: NaiveSession, _ current: NaiveSession) -> Outcome {
    if newcomer.meets(current) { return encounterMeeting(newcomer, current) }
    guard newcomer.id != current.id, newcomer.isOfOneApplication(with: current),
      newcomer.sharesZone(with: current)
    else {
      return .mix
    }
    let outcome = encounterMeeting(newcomer, current)
    if policy.meetWithinApplication { return outcome }
    // R52 speaks of squares: what R9 and R41 make of them doesn't count.
    let isOfSquare =
      square(newcomer, current).outcome == outcome && !hasBanner(newcomer, current)
    let ducks = [.duck, .askToDuck, .duckNewcomer].contains(outcome) && isOfSquare
    return ducks && [newcomer, current].contains(where: ducksWithinApplication) ? outcome : .mix
  }

  /// R52: its role says that it ducks within an application.
  private func ducksWithinApplication(_ session: NaiveSession) -> Bool {
    guard let place = place(of: session.kind), place >= Kind.builtInCount else { return false }
    return policy.roles[place - Kind.builtInCount].ducksWithinApplication
  }

  private func encounterMeeting(_ newcomer: NaiveSession, _ current: NaiveSession) -> Outcome {
    if hasBanner(newcomer, current) {
      guard policy.bannerIsSilent else { return .mix }
      return isBanner(newcomer, for: current) ? .duckNewcomer : .duck
    }
    var outcome = square(newcomer, current).outcome
    if isAdmittedByR9(newcomer, current) { outcome = .duckNewcomer }
    switch outcome {
    case .mix: break
    case .duck, .askToDuck, .interrupt: if isProtected(current, from: newcomer) { outcome = .mix }
    case .duckNewcomer, .refuse: if isProtected(newcomer, from: current) { outcome = .mix }
    }
    return outcome
  }

  /// The square as an edge: rows I and ID interrupt only what plays.
  ///
  /// Read so for every column, as a configuration may say `interrupt` of others than speech.
  func interrupts(_ newcomer: NaiveSession, _ current: NaiveSession) -> Bool {
    guard encounter(newcomer, current) == .interrupt else { return false }
    if !newcomer.interruptsOnlySpeech { return true }
    return current.state == .interrupted ? current.playedWhenInterrupted : current.isPlaying
  }

  /// R41 is about the two, whichever came first.
  func hasBanner(_ one: NaiveSession, _ other: NaiveSession) -> Bool {
    isBanner(one, for: other) || isBanner(other, for: one)
  }

  private func isBanner(_ ring: NaiveSession, for other: NaiveSession) -> Bool {
    ring.priority == .ringtone && ring.configuration.alertStyle == .banner
      && other.prefers(.prefersNoInterruptionsFromSystemAlerts)
  }

  /// "A phoneCall" is a priority here, as everywhere: it may be of a mixable kind (R9).
  func isAdmittedByR9(_ session: NaiveSession, _ call: NaiveSession) -> Bool {
    session.isNormal && session.configuration.category == .playback
      && policy.playbackDuringPhoneCall && call.priority == .phoneCall
      && square(session, call).outcome == .refuse
  }

  private func isProtected(_ session: NaiveSession, from other: NaiveSession) -> Bool {
    !session.isNormal && session.isMixable && other.priority.level < session.priority.level
  }
}
