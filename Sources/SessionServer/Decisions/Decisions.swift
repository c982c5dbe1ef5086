import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The one door: every event goes through ``decide(_:_:for:answer:opening:)``, and what must follow
/// a decision follows there.
///
/// The arbiter decides; enforcers are told, then the requester is answered, then everybody hears
/// what concerns them; the decision is logged and shown; and what closed is forgotten.
final class Decisions {
  /// How a request is answered that is granted.
  enum Answer {
    /// The session object.
    case session
    /// `{}`.
    case empty
  }

  /// All sessions, to be asked; they change by decisions only.
  private(set) var sessions: Sessions
  /// When the arbiter wants to be asked again.
  private var wakeTime: Instant?
  private var decision = Decision()
  /// The highest number of any session.
  private var sessionCount: UInt64
  /// The number of times that a connection named an application.
  private var applicationCount: UInt64 = 0

  private let rooms: Rooms

  init(_ rooms: Rooms) {
    self.rooms = rooms
    sessionCount = rooms.store.sessionCount
    sessions = Sessions(under: rooms.configuration.settings.policy)
    decide(.started, DecisionCause(.event(.started)))
  }

  /// Applies an event, gives a new session its name, and tells everybody what came of it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - cause: What led to it, for the log.
  ///   - request: What to answer; nil if nobody asked.
  ///   - answer: The answer, if the request is granted.
  ///   - identity: Of the session that the event opens or takes over.
  func decide(
    _ event: Event,
    _ cause: DecisionCause,
    for request: RequestContext? = nil,
    answer: Answer = .session,
    opening identity: SessionIdentity? = nil
  ) {
    sessions.apply(event, at: .now, into: &decision)
    rooms.supervisor.watchIfActive(sessions.counts)
    let summary = DecisionSummary(decision.effects)
    if let refused = summary.refused, let request {
      rooms.journal.noteRefusal(refused.reason, of: request.peer, rooms.epoch, seq: sessions.seq)
    }
    if let request, let identity, let id = summary.granted {
      assign(id, identity, to: request.connection)
    }
    if summary.changesEnforcement { sendEnforcement() }
    if let request { reply(to: request, answer, event, summary) }
    for (effect, reason) in decision.effects {
      if case .began(let id, _, let other) = effect { noteInterruption(id, other, reason) }
      sessions.tell(effect, to: self)
    }
    if let time = summary.wakeTime { wakeTime = time }
    let closed = summary.changed.filter { !sessions.isOpen($0) }
    if let seq = decision.seq { record(seq, cause, summary, closed) }
    for id in closed { forget(id) }
    sessions.finishEvent()
  }
}

/// The steps of a decision.
extension Decisions {
  /// The session is the connection's from now on: newly opened, or a lease taken over.
  private func assign(_ id: SessionID, _ identity: SessionIdentity, to connection: Connection) {
    let former = sessions.assign(id, identity, to: connection.id)
    if let former {
      former.connection.flatMap { rooms.connections[$0] }?.sessions.removeAll { $0 == id }
      noteSessions(of: former.identity.peer.process)
    } else {
      sessionCount = id.number
      rooms.connections.sessionOpened(by: identity.opener.user)
    }
    connection.sessions.append(id)
    noteSessions(of: identity.peer.process)
  }

  /// Sends the enforcers whom to hold and to lower now, before anybody is answered (R14).
  private func sendEnforcement() {
    guard rooms.enforcers.count > 0, let seq = decision.seq else { return }
    rooms.enforcers.send(enforcementTargets, seq: seq)
  }

  /// Whom to hold and to lower, by number, each with the ramp that this decision gives it.
  var enforcementTargets: [EnforcementTarget] {
    let policy = rooms.configuration.settings.policy
    var ramps: [SessionID: Duration] = [:]
    for case (.ducking(let id, _, _, let ramp), _) in decision.effects { ramps[id] = ramp }
    return sessions.enforcementTargets { ramps[$0] ?? policy.duckRamp }
  }

  private func reply(
    to request: RequestContext,
    _ answer: Answer,
    _ event: Event,
    _ summary: DecisionSummary
  ) {
    guard let id = request.id else { return }
    let connection = request.connection
    if let refused = summary.refused {
      let error = sessions.refusal(
        refused,
        of: event,
        unknownValue: request.unknownValue,
        for: request.viewer
      )
      return rooms.transport.reply(failure: error, to: id, on: connection)
    }
    let timeout = rooms.configuration.settings.policy.enforcementTimeout
    var isHeldUntil: UInt64?
    if summary.holdsOrLowers, summary.changesEnforcement, timeout > .zero, connection.life.isOpen,
      let seq = decision.seq, rooms.enforcers.areTold(of: seq)
    {
      isHeldUntil = seq
    }
    var line: HeldLine?
    if answer == .session, let session = summary.granted,
      let object = sessions.object(session, for: request.viewer, at: .now)
    {
      line = rooms.transport.reply(object, to: id, on: connection, isHeld: isHeldUntil != nil)
    } else {
      line = rooms.transport.reply(
        EmptyResult(),
        to: id,
        on: connection,
        isHeld: isHeldUntil != nil
      )
    }
    guard let line, let isHeldUntil else { return }
    rooms.enforcers.hold(line, until: isHeldUntil, timeout: timeout)
  }

  /// What becomes of a decision that took a number.
  private func record(
    _ seq: UInt64,
    _ cause: DecisionCause,
    _ summary: DecisionSummary,
    _ closed: [SessionID]
  ) {
    var cause = decision.expiry.map { DecisionCause($0) } ?? cause
    if cause.session == nil { cause.session = summary.granted }
    cause.error = summary.refused?.error
    let logged = LoggedDecision(
      seq: seq,
      realtime: SystemClock.realtime,
      moment: .now,
      cause: cause,
      rules: decision.rules,
      cells: decision.cells,
      closed: closed
    )
    rooms.recorder.record(logged, changed: summary.changed, of: sessions)
  }

  /// The session is gone from the arbiter: it counts no more, and soon has no names.
  private func forget(_ id: SessionID) {
    guard let entry = sessions.close(id) else { return }
    rooms.connections.sessionEnded(of: entry.identity.opener.user)
    entry.connection.flatMap { rooms.connections[$0] }?.sessions.removeAll { $0 == id }
    noteSessions(of: entry.identity.peer.process)
  }

  /// The process is known as long as it has sessions that need no connection of its own.
  private func noteSessions(of process: ProcessID) {
    let hasSessions = sessions.names.hasSessions(apartFromConnectionsOf: process)
    rooms.peers.note(process, hasSessions: hasSessions)
  }

  private func noteInterruption(_ id: SessionID, _ other: SessionID?, _ reason: Reason) {
    guard rooms.journal.keepsFields, let peer = sessions.identity(of: id)?.peer else { return }
    rooms.journal.noteInterruption(
      of: id,
      peer,
      by: other,
      other.flatMap { sessions.identity(of: $0)?.peer.user },
      reason,
      rooms.epoch,
      seq: sessions.seq
    )
  }
}

/// Events that nobody asked for, and those that need more than an event.
extension Decisions {
  /// Opens a session under a new number.
  ///
  /// - Parameters:
  ///   - open: The request.
  ///   - identity: What it is called, and whose it is.
  ///   - isWithinLimits: Whether its opener may have one more (R54).
  ///   - request: What to answer.
  func open(
    _ open: SessionOpen,
    _ identity: SessionIdentity,
    isWithinLimits: Bool,
    for request: RequestContext
  ) {
    let id = SessionID(sessionCount + 1)
    // Before anybody hears of it: a number isn't given again by the next daemon.
    rooms.store.sessionCount = id.number
    let own = open.lease == nil ? ApplicationID(identity.peer.process) : ApplicationID(lease: id)
    let scope = sessions.useScope(identity, orElse: own)
    let (change, unknownValue) = sessions.change(open.configuration)
    let opening = Opening(
      id: id,
      owner: identity.peer.owner,
      scope: scope,
      change: change,
      grants: request.grants.claims,
      lease: open.lease.map { .seconds($0.ttlSeconds) },
      isWithinLimits: isWithinLimits
    )
    var request = request
    request.unknownValue = unknownValue
    decide(.open(opening), request.cause(), for: request, opening: identity)
    guard !sessions.isOpen(id) else { return }
    sessions.releaseScope(identity)
    noteSessions(of: identity.peer.process)
  }

  /// Takes in what is reported of the route; without a reason, what is known already is no route
  /// change, but is noted all the same (R44, R60).
  func setRoute(_ set: SystemSetRoute, by reporter: Reporter, for request: RequestContext) {
    let (summary, reason) = sessions.set(set.route, by: reporter, set.reason)
    decide(.setRoute(summary, reason, reporter), request.cause(), for: request, answer: .empty)
  }

  /// What the connection opens from now on is of this application; nil: of none that is named.
  func name(_ application: String?, of connection: Connection) {
    let former = connection.applicationName
    applicationCount += 1
    connection.application = application.map { ($0, applicationCount) }
    sessions.use(connection.applicationName, insteadOf: former)
  }

  /// Another policy is in force (R61).
  func reload(_ policy: Policy) {
    decide(.reload(policy), DecisionCause(.event(.policyReloaded)))
    // What an enforcer is told of may be another list now, though nobody's gain has changed.
    sendEnforcement()
  }

  /// When time has something to do next.
  var deadline: Instant? { wakeTime }

  /// Lets offers and leases end whose time has passed at `now`, until `timeLimit` on the monotonic
  /// clock; what is left over is due at once.
  func timePassed(_ now: Instant, until timeLimit: Int64) {
    while let due = wakeTime, due <= now, SystemClock.monotonic < timeLimit {
      decide(.timePassed, DecisionCause(.event(.offerLapsed)))
      // One that is early changes nothing, and is asked for again by the timer.
      if decision.seq == nil && wakeTime == due { return }
    }
  }

  /// A connection is about to end: it names no application and reports no route any more, and its
  /// leases go on without it.
  ///
  /// - Returns: The sessions that end with it.
  func leave(_ connection: Connection) -> [SessionID] {
    name(nil, of: connection)
    sessions.takeBackRoutes(of: connection.id)
    var ending: [SessionID] = []
    for id in connection.sessions {
      if sessions.identity(of: id)?.leaseName == nil {
        ending.append(id)
      } else {
        sessions.detach(id)
      }
    }
    return ending
  }
}

extension Decisions: Audience {
  /// The owner of a session; nil for a lease whose opener has gone.
  func listener(of session: SessionID) -> SessionOwner? {
    guard let id = sessions.connection(of: session), let connection = rooms.connections[id] else {
      return nil
    }
    return SessionOwner(connection: connection, transport: rooms.transport, seq: sessions.seq)
  }
}
