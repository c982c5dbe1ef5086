import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// Who asked for a decision, and how the answer is to look if it is granted.
struct Requester {
  enum Answer {
    /// The session object.
    case session
    /// `{}`.
    case empty
  }

  let connection: Connection
  /// Nil: a notification, which gets no answer.
  let id: RequestID?
  let answer: Answer
  /// What the request named that doesn't exist (R4).
  var unknownValue: ParameterFault?
}

/// From effects to lines: the one way of every event into the arbiter and out again.
extension Server {
  /// Applies an event, gives a new session its name, and tells everybody what came of it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - cause: What led to it, for the log.
  ///   - requester: Whom to answer; nil if nobody asked.
  ///   - identity: Of the session that the event opens or takes over.
  func decide(
    _ event: Event,
    _ cause: DecisionCause,
    for requester: Requester? = nil,
    identity: SessionIdentity? = nil
  ) {
    names.forgetClosed()
    core.apply(event, at: now, into: &decision)
    watchIfActive()
    let survey = Survey(decision.effects)
    if let refused = survey.refused, let requester {
      journalRefusal(refused, requester.connection.peer)
    }
    var cause = decision.expiry.map { DecisionCause($0) } ?? cause
    if cause.session == nil { cause.session = survey.granted }
    if let requester, let identity, let id = survey.granted {
      assign(id, identity, to: requester.connection)
    }
    if survey.changesEnforcement { sendEnforcement() }
    if let requester { answer(requester, survey, event) }
    for (effect, reason) in decision.effects { deliver(effect, reason) }
    if let seq = decision.seq { record(seq, cause, survey) }
    closeNames(survey.closed)
  }

  /// One effect to whom it concerns; the compiler demands a line for each.
  private func deliver(_ effect: Effect, _ reason: Reason) {
    switch effect {
    case .granted, .refused: break  // Was answered first (R13).
    case .enforcementChanged: break  // Went before the answer (R14).
    case .changed: break  // Is recorded when all is told.
    case .wake(let time): wakeTime = time
    case .closed(let id, let reason): tellClosed(id, reason)
    case .didBecomeActive(let id): tellActive(id)
    case .didBecomeInactive(let id, let source, let reason): tellInactive(id, source, reason)
    case .began(let id, let interruption, let by): tellBegan(id, interruption, by, reason)
    case .ended(let id, let shouldResume): tellEnded(id, shouldResume)
    case .ducking(let id, let gain, let from, let ramp): tellDucking(id, gain, from, ramp)
    case .recommendation(let id, let recommendation): tellRecommendation(id, recommendation)
    case .hint(let id, let isSilenced): tellHint(id, isSilenced)
    case .routeChanged(let id, let reason): tellRoute(id, reason)
    }
  }

  /// The session is the connection's from now on: newly opened, or a lease taken over.
  private func assign(_ id: SessionID, _ identity: SessionIdentity, to connection: Connection) {
    let former = names[id]
    names.add(id, identity, on: connection.id)
    guard let former else {
      quotas.sessionOpened(by: identity.opener.user)
      connection.sessions.append(id)
      return
    }
    if let owner = former.connection { connections[owner]?.sessions.removeAll { $0 == id } }
    connection.sessions.append(id)
    if let process = processes[former.identity.peer.process] { forgetIfUnused(process) }
  }

  private func answer(_ requester: Requester, _ survey: Survey, _ event: Event) {
    guard let id = requester.id else { return }
    if let refused = survey.refused {
      let refusal = Refusal(
        refused,
        of: event,
        unknownValue: requester.unknownValue,
        in: core.arbiter
      ) { blocker($0, for: requester.connection.viewer) }
      reply(failure: .refused(refusal), to: id, on: requester.connection)
      return
    }
    writer.removeAll()
    if requester.answer == .session, let session = survey.granted,
      let object = object(session, for: requester.connection.viewer)
    {
      writer.reply(to: id, object)
    } else {
      writer.reply(to: id, EmptyResult())
    }
    let isGated =
      survey.holdsOrLowers && survey.changesEnforcement
      && settings.policy.enforcementTimeout > .zero
    reply(on: requester.connection, isHeldUntil: isGated ? decision.seq : nil)
  }
}

/// What a decision's effects amount to, found in one pass.
struct Survey {
  struct Refused {
    var error: ArbitrationError
    var by: SessionID?
    var reason: Reason
  }

  var granted: SessionID?
  var refused: Refused?
  var changesEnforcement = false
  /// Somebody is to be silent or softer than before (R14).
  var holdsOrLowers = false
  /// Sessions that ended without their owner's doing.
  var closed: [SessionID] = []

  init(_ effects: [(effect: Effect, reason: Reason)]) {
    for (effect, reason) in effects { note(effect, reason) }
  }

  private mutating func note(_ effect: Effect, _ reason: Reason) {
    switch effect {
    case .granted(let id): granted = id
    case .refused(_, let error, let by): refused = Refused(error: error, by: by, reason: reason)
    case .enforcementChanged: changesEnforcement = true
    case .began: holdsOrLowers = true
    case .ducking(_, let gain, let from, _): if gain < from ?? 1 { holdsOrLowers = true }
    case .closed(let id, _): closed.append(id)
    case .changed, .wake, .didBecomeActive, .didBecomeInactive, .ended, .recommendation, .hint,
      .routeChanged:
      break
    }
  }
}
