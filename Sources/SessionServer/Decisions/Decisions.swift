import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The single entry point for events: ``decide(_:_:for:)`` applies each event and handles all its
/// consequences.
///
/// In this order: the arbiter decides, enforcers are notified, the requester gets its reply, the
/// sessions' owners are notified, the decision is logged and shown, and closed sessions are
/// forgotten.
final class Decisions {
  /// All sessions, read-only for others; only decisions change them.
  private(set) var sessions: Sessions
  /// The arbiter's next wake time.
  private var wakeTime: Instant?
  private var decision = Decision()
  /// The decision's summary; both are of the latest event.
  private var summary = DecisionSummary()

  private let base: ConnectionServices
  private let services: DecisionServices

  init(_ base: ConnectionServices, _ services: DecisionServices) {
    self.base = base
    self.services = services
    let policy = base.configuration.settings.policy
    sessions = Sessions(under: policy, after: base.store.sessionCount)
    decide(.started, DecisionCause(.event(.started)))
  }

  /// Applies an event that a client requests.
  func decide(_ intent: Intent, for request: RequestContext) {
    decide(intent, nil, for: request)
  }

  /// Applies an event that no request caused.
  func decide(_ event: Event, _ cause: DecisionCause) {
    decide(Intent(event: event), cause, for: nil)
  }

  /// Applies an event, names a new session, and sends all resulting messages.
  ///
  /// - Parameters:
  ///   - intent: What happened, and the form of the reply.
  ///   - cause: The cause, for the log; nil if it is the request.
  ///   - request: The request to answer; nil if there was none.
  private func decide(_ intent: Intent, _ cause: DecisionCause?, for request: RequestContext?) {
    let now = Instant.now
    sessions.apply(intent.event, at: now, into: &decision)
    base.supervisor.watchIfActive(sessions.counts)
    summary.summarize(decision.effects)
    if let refused = summary.refused, let request {
      base.journal.noteRefusal(refused.reason, of: request.peer, base.epoch, seq: sessions.seq)
    }
    if let request, let identity = intent.identity, let id = summary.granted {
      assign(id, identity, to: request.connection)
    }
    if summary.changesEnforcement { sendEnforcement() }
    let shown = summary.changed.prefix(services.recorder.changeLimit)
    let changes = sessions.objects(of: shown, at: now)
    if let request { reply(to: request, intent, changes, at: now) }
    for (effect, reason) in decision.effects {
      if case .began(let id, _, let other) = effect { noteInterruption(id, other, reason) }
      sessions.tell(effect, to: self)
    }
    if let time = summary.wakeTime { wakeTime = time }
    let closed = decision.hasClosed ? summary.changed.filter { !sessions.isOpen($0) } : []
    if let seq = decision.seq, let cause = cause ?? request?.cause(intent) {
      let logged = LoggedDecision(
        seq,
        realtime: SystemClock.realtime,
        decision,
        summary,
        closed: closed,
        changes: changes,
        cause: cause
      )
      services.recorder.record(logged, sessions.kindNames)
    }
    if services.recordings.isActive {
      let (event, identity) = (intent.event, intent.identity)
      services.recordings.record(event, at: now, identity, decision, summary.granted, of: sessions)
    }
    for id in closed { forget(id) }
    sessions.finishEvent()
  }
}

/// The steps of a decision.
extension Decisions {
  /// Assigns a session, newly opened or a lease taken over, to the connection.
  private func assign(_ id: SessionID, _ identity: SessionIdentity, to connection: Connection) {
    let former = sessions.assign(id, identity, to: connection.id)
    if let former { noteSessions(of: former.identity.peer.process) }
    noteSessions(of: identity.peer.process)
  }

  /// Sends the enforcers the sessions to hold or lower, before any reply goes out (R14).
  private func sendEnforcement() {
    guard services.enforcers.count > 0, let seq = decision.seq else { return }
    services.enforcers.send(enforcementTargets, seq: seq)
  }

  /// The sessions to hold or lower, by number, each with the ramp that this decision gives it.
  var enforcementTargets: [EnforcementTarget] {
    sessions.enforcementTargets(of: decision, under: base.configuration.settings.policy)
  }

  /// Sends the reply to a request; it waits if the enforcers have to act first (R14).
  private func reply(
    to request: RequestContext,
    _ intent: Intent,
    _ changes: [SessionObject],
    at now: Instant
  ) {
    guard let id = request.id else { return }
    let (connection, transport) = (request.connection, base.transport)
    do throws(RPCError) {
      let end = heldUntil(on: connection)
      let line: HeldLine?
      if let session = try sessions.reply(to: intent, summary, for: request.viewer) {
        line = transport.reply(to: id, on: connection, isHeld: end != nil) { writer in
          sessions.encode(session, among: changes, for: request.viewer, at: now, into: &writer)
        }
      } else {
        line = transport.reply(EmptyResult(), to: id, on: connection, isHeld: end != nil)
      }
      guard let line, let end else { return }
      let timeout = base.configuration.settings.policy.enforcementTimeout
      services.enforcers.hold(line, until: end, by: request.peer.user, timeout: timeout)
    } catch {
      transport.reply(failure: error, to: id, on: connection)
    }
  }

  /// Returns the decision that the enforcers have to carry out before its reply; nil if none.
  private func heldUntil(on connection: Connection) -> UInt64? {
    guard summary.holdsOrLowers, summary.changesEnforcement, let seq = decision.seq,
      base.configuration.settings.policy.enforcementTimeout > .zero, connection.life.isOpen,
      services.enforcers.areAwaited(for: seq, by: connection.peer.user)
    else { return nil }
    return seq
  }

  /// Forgets a closed session: it no longer counts, and loses its names at the next event.
  private func forget(_ id: SessionID) {
    guard let entry = sessions.close(id) else { return }
    noteSessions(of: entry.identity.peer.process)
  }

  /// Records whether the process has sessions that exist independently of its connections.
  private func noteSessions(of process: ProcessID) {
    let hasSessions = sessions.names.hasSessions(apartFromConnectionsOf: process)
    base.peers.note(process, hasSessions: hasSessions)
  }

  private func noteInterruption(_ id: SessionID, _ other: SessionID?, _ reason: Reason) {
    guard base.journal.keepsFields, let peer = sessions.identity(of: id)?.peer else { return }
    base.journal.noteInterruption(
      of: id,
      peer,
      by: other,
      other.flatMap { sessions.identity(of: $0)?.peer.user },
      reason,
      base.epoch,
      seq: sessions.seq
    )
  }
}

/// Events that no request caused, and those that need more than an event.
extension Decisions {
  /// Opens a session under a new number.
  ///
  /// - Parameters:
  ///   - open: The request's parameters.
  ///   - identity: The session's names and owner.
  ///   - request: The request to answer.
  func open(
    _ open: SessionOpen,
    _ identity: SessionIdentity,
    for request: RequestContext
  ) {
    let id = sessions.names.next
    // Stored before any message goes out: the next daemon must not reuse the number.
    base.store.sessionCount = id.number
    let limits = base.configuration.settings.limits
    decide(sessions.opening(open, identity, by: request.connection, within: limits), for: request)
    guard !sessions.isOpen(id) else { return }
    sessions.releaseScope(identity)
    noteSessions(of: identity.peer.process)
  }

  /// Applies a reported route (R44, R60).
  func setRoute(_ set: SystemSetRoute, for request: RequestContext) throws(RPCError) {
    decide(try sessions.routeReport(set, by: request.connection), for: request)
  }

  /// Carries out `hello`; returns the reset to report first, if there is one.
  func greet(_ hello: Hello, on connection: Connection) -> MediaServicesWereReset? {
    sessions.greet(hello, connection, epoch: base.epoch)
  }

  /// Puts another policy into force (R61).
  func reload(_ policy: Policy) {
    decide(.reload(policy), DecisionCause(.event(.policyReloaded)))
    // An enforcer's list of sessions may have changed even if no gain has.
    sendEnforcement()
  }

  /// Puts another policy into force because a client wants it (R61).
  func reload(_ policy: Policy, for request: RequestContext) {
    decide(Intent(event: .reload(policy), answer: .empty), for: request)
    sendEnforcement()
  }

  /// The time of the next expiry.
  var deadline: Instant? { wakeTime }

  /// Expires the offers and leases that are due at `now`, until `timeLimit` on the monotonic clock;
  /// the rest stay due immediately.
  func timePassed(_ now: Instant, until timeLimit: Int64) {
    while let due = wakeTime, due <= now, SystemClock.monotonic < timeLimit {
      decide(.timePassed, DecisionCause(.event(.offerLapsed)))
      // If it is too early, nothing changes, and the timer asks again.
      if decision.seq == nil && wakeTime == due { return }
    }
  }

  /// Prepares the end of a connection.
  ///
  /// - Returns: The sessions that end with it.
  func leave(_ connection: Connection) -> [SessionID] { sessions.leave(connection) }
}

extension Decisions: Audience {
  /// Returns the owner of a session, or nil for a lease whose opener has disconnected.
  func listener(of session: SessionID) -> SessionOwner? {
    guard let id = sessions.connection(of: session), let connection = base.connections[id] else {
      return nil
    }
    return SessionOwner(connection: connection, transport: base.transport, seq: sessions.seq)
  }
}
