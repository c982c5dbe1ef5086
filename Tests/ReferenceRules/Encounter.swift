import Arbitration
import AudioSessionTypes

/// Section 3, section 4 and the checks of section 2: what two sessions are to each other.
extension NaiveArbiter {
  /// The square of the table, bent as section 3 says.
  func encounter(_ newcomer: NaiveSession, _ current: NaiveSession) -> Outcome {
    guard newcomer.isOfOtherProcess(than: current) else { return .mix }
    if isBanner(newcomer, for: current) || isBanner(current, for: newcomer) { return .mix }
    var outcome = policy.interactions[Cell(newcomer.kind, current.kind)]
    // "A phoneCall" is a priority here, as everywhere: it may be of a mixable kind (R9).
    if outcome == .refuse && current.priority == .phoneCall && playsDuringCalls(newcomer) {
      outcome = .duckNewcomer
    }
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
    switch newcomer.kind {
    case .interruptingSpoken, .duckingInterruptingSpoken:
      return current.state == .interrupted ? current.playedWhenInterrupted : current.isPlaying
    default:
      return true
    }
  }

  private func isBanner(_ ring: NaiveSession, for other: NaiveSession) -> Bool {
    ring.priority == .ringtone && ring.configuration.alertStyle == .banner
      && other.prefers(.prefersNoInterruptionsFromSystemAlerts)
  }

  private func playsDuringCalls(_ session: NaiveSession) -> Bool {
    session.isNormal && session.configuration.category == .playback
      && policy.playbackDuringPhoneCall
  }

  private func isProtected(_ session: NaiveSession, from other: NaiveSession) -> Bool {
    !session.isNormal && session.isMixable && other.priority.level < session.priority.level
  }

  /// Who ducks the session, by number (R16).
  func duckers(of session: NaiveSession) -> [NaiveSession] {
    guard session.isActive else { return [] }
    return sessions.filter { other in
      guard other.isActive, other.isOfOtherProcess(than: session) else { return false }
      if other.activation < session.activation {
        return encounter(session, other) == .duckNewcomer
      }
      switch encounter(other, session) {
      case .duck: return true
      case .interrupt: return ducksWhatItMissed(other.kind)
      case .mix, .duckNewcomer, .refuse: return false
      }
    }
  }

  private func ducksWhatItMissed(_ kind: Kind) -> Bool {
    [.duckingInterruptingSpoken, .assistant, .alarm, .ringtone, .phoneCall].contains(kind)
  }

  func gain(of session: NaiveSession) -> Double {
    duckers(of: session).map { ducker in
      let isStrong = [.phoneCall, .ringtone, .assistant].contains(ducker.priority)
      return isStrong && session.isNormal ? policy.strongDuckGain : policy.duckGain
    }.min() ?? 1
  }

  /// A refusal, and whether it makes an inactive session pending.
  struct Refusal {
    var error: ArbitrationError
    var reason: Reason
    var by: SessionID?
    var isAwaited = false

    init(_ error: ArbitrationError, _ reason: Reason, by: SessionID? = nil, isAwaited: Bool = false)
    {
      self.error = error
      self.reason = reason
      self.by = by
      self.isAwaited = isAwaited
    }
  }

  /// R7, R8, R10, R11 for the session as it is given; what R9 says is in the square.
  func refusal(of session: NaiveSession) -> Refusal? {
    let active = sessions.filter(\.isActive)
    if let refusal = refusalOfCapture(of: session, capturing: session.captures) { return refusal }
    if let holder = foremost(active.filter { encounter(session, $0) == .refuse }) {
      let reason = reason(session, holder)
      return Refusal(.insufficientPriority, reason, by: holder.id, isAwaited: true)
    }
    return isRefusedInBackground(session) ? Refusal(.cannotInterruptOthers, Reason(.R11)) : nil
  }

  /// R7 and R8.
  func refusalOfCapture(of session: NaiveSession, capturing: Bool) -> Refusal? {
    guard capturing else { return nil }
    let active = sessions.filter(\.isActive)
    if let call = foremost(active.filter { keepsMicrophone($0, from: session) }) {
      return Refusal(.insufficientPriority, Reason(.R7), by: call.id, isAwaited: true)
    }
    if let assistant = foremost(active.filter { listens($0, besides: session) }) {
      return Refusal(.siriIsRecording, Reason(.R8), by: assistant.id, isAwaited: true)
    }
    return nil
  }

  /// R11, and where it is said again for the start of playing.
  func isRefusedInBackground(_ session: NaiveSession) -> Bool {
    session.isNormal && !session.isForeground && !session.isMixable && nowPlaying != session.id
  }

  /// R34's question: whether `holder`, if it were active, would refuse `session`.
  func wouldRefuse(_ holder: NaiveSession, _ session: NaiveSession) -> Bool {
    encounter(session, holder) == .refuse
      || session.captures
        && (keepsMicrophone(holder, from: session) || listens(holder, besides: session))
  }

  private func keepsMicrophone(_ call: NaiveSession, from session: NaiveSession) -> Bool {
    // A ringtone's priority is the call's, so that R7 doesn't concern it.
    call.priority == .phoneCall && session.priority.level < Priority.phoneCall.level
      && call.isOfOtherProcess(than: session)
  }

  private func listens(_ assistant: NaiveSession, besides session: NaiveSession) -> Bool {
    assistant.priority == .assistant && assistant.isRecording && session.isNormal
      && assistant.isOfOtherProcess(than: session)
  }

  /// The one that a refusal names: the highest priority, then the newest (R10).
  private func foremost(_ holders: [NaiveSession]) -> NaiveSession? {
    holders.max { left, right in
      (left.priority.level, left.activation) < (right.priority.level, right.activation)
    }
  }
}
