package import AudioSessionSchema
package import AudioSessionTypes

/// Something that the shell has to do; plain bits, so that appending one neither retains nor
/// allocates.
package enum Effect: Equatable, Sendable, BitwiseCopyable {
  /// The request is granted; the reply shows the session as it is now.
  case granted(SessionID)
  /// The request is refused; without a session if it was to open one. `by`: the session in the way.
  case refused(SessionID?, ArbitrationError, by: SessionID?)
  /// The session ended, not at its owner's request.
  case closed(SessionID, ClosingReason)
  case didBecomeActive(SessionID)
  /// With a reason if the cause is an interruption.
  case didBecomeInactive(SessionID, DeactivationSource, InterruptionReason?)
  case began(SessionID, InterruptionReason, by: SessionID?)
  /// `gain`: linear, 0…1. `from`: the gain that the owner was told last; nil if the session just
  /// became active.
  case ducking(SessionID, gain: Double, from: Double?, ramp: Duration)
  case ended(SessionID, shouldResume: Bool)
  case recommendation(SessionID, ResumptionRecommendation)
  /// Secondary audio should be silenced from now on, or sound again.
  case hint(SessionID, isSilenced: Bool)
  case routeChanged(SessionID, RouteChangeReason)
  /// What is known of the route's hardware is something else (R67).
  case hardwareChanged(SessionID)
  /// The user has muted these of its streams and no others (R68). `wantsUnmute`: the user also wants
  /// to hear what its program has muted.
  case mutesChanged(SessionID, byUser: SoundDirections, wantsUnmute: Bool)
  /// Something that observers see of the session has changed; a closed session has ended.
  case changed(SessionID)
  /// The list of sessions that enforcers hold or duck has changed (R14).
  case enforcementChanged
  /// Send `timePassed` at this time, which replaces any earlier one; nil: no deadline is left.
  case wake(at: Instant?)
}

/// How recordings have an effect.
extension Effect: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Effect?,
    of archive: inout A
  ) throws(A.Fault) -> Effect {
    let it = EffectMembers(value)
    let name = try archive.member("effect", it.name)
    if name == .enforcementChanged { return .enforcementChanged }
    if name == .wake { return .wake(at: try archive.optional("at", it.at)) }
    if name == .refused {
      let id = try archive.optional("session", it.session)
      let error = try archive.member("error", it.error)
      return .refused(id, error, by: try archive.optional("by", it.by))
    }
    let id = try archive.member("session", it.session)
    switch name {
    case .enforcementChanged, .wake, .refused, .granted: return .granted(id)
    case .didBecomeActive: return .didBecomeActive(id)
    case .changed: return .changed(id)
    case .hardwareChanged: return .hardwareChanged(id)
    case .closed: return .closed(id, try archive.member("reason", it.closing))
    case .didBecomeInactive:
      let source = try archive.member("source", it.source)
      return .didBecomeInactive(id, source, try archive.optional("reason", it.interruption))
    case .began:
      let reason = try archive.member("reason", it.interruption)
      return .began(id, reason, by: try archive.optional("by", it.by))
    case .ducking:
      return .ducking(
        id,
        gain: try archive.member("gain", it.gain),
        from: try archive.optional("from", it.from),
        ramp: try archive.member("ramp", it.ramp)
      )
    case .ended: return .ended(id, shouldResume: try archive.member("shouldResume", it.holds))
    case .recommendation:
      return .recommendation(id, try archive.member("recommendation", it.recommendation))
    case .mutesChanged:
      return .mutesChanged(
        id,
        byUser: try archive.member("byUser", it.muted, usually: []),
        wantsUnmute: try archive.member("wantsUnmute", it.holds, usually: false)
      )
    case .hint: return .hint(id, isSilenced: try archive.member("silenced", it.holds))
    case .routeChanged: return .routeChanged(id, try archive.member("reason", it.change))
    }
  }
}

/// The members of an effect that is written; all are nil for one that is read.
private struct EffectMembers {
  /// The names of the effects.
  enum Name: String, DescribedWord {
    case granted, refused, closed, didBecomeActive, didBecomeInactive, began, ducking, ended
    case recommendation, hint, routeChanged, hardwareChanged, mutesChanged, changed
    case enforcementChanged, wake
  }

  var name: Name?
  var session: SessionID?
  var by: SessionID?
  var error: ArbitrationError?
  var closing: ClosingReason?
  var source: DeactivationSource?
  var interruption: InterruptionReason?
  var change: RouteChangeReason?
  var recommendation: ResumptionRecommendation?
  var holds: Bool?
  var muted: SoundDirections?
  var gain: Double?
  var from: Double?
  var ramp: Duration?
  var at: Instant?

  init(_ effect: Effect?) {
    switch effect {
    case nil: break
    case .granted(let id): (name, session) = (.granted, id)
    case .refused(let id, let error, let by):
      (name, session, self.error, self.by) = (.refused, id, error, by)
    case .closed(let id, let reason): (name, session, closing) = (.closed, id, reason)
    case .didBecomeActive(let id): (name, session) = (.didBecomeActive, id)
    case .didBecomeInactive(let id, let source, let reason):
      (name, session, self.source, interruption) = (.didBecomeInactive, id, source, reason)
    case .began(let id, let reason, let by):
      (name, session, interruption, self.by) = (.began, id, reason, by)
    case .ducking(let id, let gain, let from, let ramp):
      (name, session, self.gain) = (.ducking, id, gain)
      (self.from, self.ramp) = (from, ramp)
    case .ended(let id, let shouldResume): (name, session, holds) = (.ended, id, shouldResume)
    case .recommendation(let id, let recommendation):
      (name, session, self.recommendation) = (.recommendation, id, recommendation)
    case .hint(let id, let isSilenced): (name, session, holds) = (.hint, id, isSilenced)
    case .routeChanged(let id, let reason): (name, session, change) = (.routeChanged, id, reason)
    case .hardwareChanged(let id): (name, session) = (.hardwareChanged, id)
    case .mutesChanged(let id, let muted, let wantsUnmute):
      (name, session, self.muted, holds) = (.mutesChanged, id, muted, wantsUnmute)
    case .changed(let id): (name, session) = (.changed, id)
    case .enforcementChanged: name = .enforcementChanged
    case .wake(let time): (name, at) = (.wake, time)
    }
  }
}
