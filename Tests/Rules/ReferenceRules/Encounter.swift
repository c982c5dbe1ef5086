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
    guard newcomer.meets(current) else { return .mix }
    if isBanner(newcomer, for: current) || isBanner(current, for: newcomer) { return .mix }
    var outcome = square(newcomer, current).outcome
    if isAdmittedByR9(newcomer, current) { outcome = .duckNewcomer }
    switch outcome {
    case .mix: break
    case .duck, .interrupt: if isProtected(current, from: newcomer) { outcome = .mix }
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
