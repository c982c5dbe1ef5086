package import AudioSessionArbitration
import AudioSessionTypes

/// Section 4, and the silent switch (R62).
extension NaiveArbiter {
  /// The sessions that duck the session, by number (R16).
  func duckers(of session: NaiveSession) -> [NaiveSession] {
    guard session.isActive else { return [] }
    return sessions.filter { other in
      guard other.isActive, other.id != session.id else { return false }
      if other.activation < session.activation {
        return encounter(session, other) == .duckNewcomer
      }
      switch encounter(other, session) {
      case .duck, .askToDuck: return true
      case .interrupt: return ducksWhatItMissed(other)
      case .mix, .duckNewcomer, .refuse: return false
      }
    }
  }

  private func ducksWhatItMissed(_ session: NaiveSession) -> Bool {
    [.duckingInterruptingSpoken, .assistant, .alarm, .ringtone, .phoneCall]
      .contains(session.builtInKind)
  }

  /// The gain to which enforcers lower the session.
  func enforcedGain(of session: NaiveSession) -> Double {
    if isSilenced(session) { return 0 }
    let lowering = duckers(of: session).filter { !isAsked(session, by: $0) }
    return lowering.map { depth(of: session, under: $0) }.min() ?? 1
  }

  /// The gain that its owner is told (R16).
  func toldGain(of session: NaiveSession) -> Double {
    if isSilenced(session) { return 0 }
    let isToldAll = policy.tellDucked || session.owner.watchesLifecycle
    let told = duckers(of: session).filter { isToldAll || isAsked(session, by: $0) }
    return told.map { depth(of: session, under: $0) }.min() ?? 1
  }

  /// The gain as everybody sees it.
  func gain(of session: NaiveSession) -> Double {
    min(enforcedGain(of: session), toldGain(of: session))
  }

  /// R16, R52: whether the session is asked to lower itself, and isn't lowered.
  private func isAsked(_ session: NaiveSession, by ducker: NaiveSession) -> Bool {
    if session.isOfOneApplication(with: ducker) { return true }
    return ducker.activation > session.activation
      && encounter(ducker, session) == .askToDuck
  }

  /// R18, of one pair.
  private func depth(of session: NaiveSession, under ducker: NaiveSession) -> Double {
    if hasBanner(session, ducker) { return 0 }
    let isLater = session.activation > ducker.activation
    let square = isLater ? square(session, ducker) : square(ducker, session)
    if let gain = square.gain { return gain }
    let isThereByR9 = isLater && isAdmittedByR9(session, ducker)
    let sinks: [Kind] = [
      .exclusive, .spoken, .recording, .mixable, .mixableSpoken, .interruptingSpoken,
    ]
    let isStrong =
      [.assistant, .ringtone, .phoneCall].contains(ducker.builtInKind) && session.isNormal
      && sinks.contains(session.builtInKind) && !isThereByR9
    return isStrong ? policy.strongDuckGain : policy.duckGain
  }

  /// R62, for an active session.
  func isSilenced(_ session: NaiveSession) -> Bool {
    guard session.isActive, isSilenced(for: session.user) else { return false }
    if session.priority == .ringtone { return true }
    return session.isNormal && session.builtInKind != .accessibility
      && [.ambient, .soloAmbient].contains(session.configuration.category)
  }

  /// The silent switch, as it is for the user's sessions (R60).
  package func isSilenced(for user: UserID) -> Bool { silences.contains { $0.concerns(user) } }
}
