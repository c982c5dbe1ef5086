package import AudioSessionArbitration
import AudioSessionTypes

/// Section 4, and the silent switch (R62).
extension NaiveArbiter {
  /// The sessions that duck the session, by number (R16).
  func duckers(of session: NaiveSession) -> [NaiveSession] {
    guard session.isActive else { return [] }
    return sessions.filter { other in
      guard other.isActive, other.meets(session) else { return false }
      if other.activation < session.activation {
        return encounter(session, other) == .duckNewcomer
      }
      switch encounter(other, session) {
      case .duck: return true
      case .interrupt: return ducksWhatItMissed(other)
      case .mix, .duckNewcomer, .refuse: return false
      }
    }
  }

  private func ducksWhatItMissed(_ session: NaiveSession) -> Bool {
    [.duckingInterruptingSpoken, .assistant, .alarm, .ringtone, .phoneCall]
      .contains(session.builtInKind)
  }

  func gain(of session: NaiveSession) -> Double {
    if isSilenced(session) { return 0 }
    return duckers(of: session).map { depth(of: session, under: $0) }.min() ?? 1
  }

  /// R18, of one pair.
  private func depth(of session: NaiveSession, under ducker: NaiveSession) -> Double {
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
