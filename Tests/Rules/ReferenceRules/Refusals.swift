import AudioSessionArbitration
import AudioSessionTypes

/// The checks of section 2.
extension NaiveArbiter {
  /// A refusal, and whether it makes an inactive session pending.
  struct Refusal: Error {
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

    /// All but those of legality and R33 take a number.
    var isNumbered: Bool { reason.rule != .R4 && reason.rule != .R33 }
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

  /// R11, and where it is said again for the start of playing (R65).
  func isRefusedInBackground(_ session: NaiveSession) -> Bool {
    let mayResume = session.right.map { !$0.isOver(at: round.now) } ?? false
    return session.isNormal && !session.isForeground && !session.isMixable
      && !isNowPlaying(session) && !mayResume
  }

  /// R34's question: whether `holder`, if it were active, would refuse `pending`, with the role that
  /// its activation would take.
  func wouldRefuse(_ holder: NaiveSession, _ pending: NaiveSession) -> Bool {
    let session = renewed(pending)
    return encounter(session, holder) == .refuse
      || session.captures
        && (keepsMicrophone(holder, from: session) || listens(holder, besides: session))
  }

  private func keepsMicrophone(_ call: NaiveSession, from session: NaiveSession) -> Bool {
    call.priority == .phoneCall && session.isBelowPhoneCall && call.meets(session)
  }

  private func listens(_ assistant: NaiveSession, besides session: NaiveSession) -> Bool {
    assistant.priority == .assistant && assistant.isRecording && session.isNormal
      && assistant.meets(session)
  }

  /// The one that a refusal names: the highest priority, then the newest (R10).
  func foremost(_ holders: [NaiveSession]) -> NaiveSession? {
    holders.max { left, right in
      (left.priority.level, left.activation) < (right.priority.level, right.activation)
    }
  }
}
