import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// Turns requests into events; the decoder has checked their form, and this checks permissions.
///
/// It has no state of its own; each group of methods has its own file.
struct Requests {
  let rooms: Rooms
  let decisions: Decisions
  let endings: Endings

  /// Continues with a connection's remaining requests, or reads more.
  ///
  /// - Parameters:
  ///   - connection: The connection whose turn it is.
  ///   - timeLimit: The time at which another connection's turn comes, on the monotonic clock, in
  ///     nanoseconds.
  func serve(_ connection: Connection, until timeLimit: Int64) {
    guard !connection.life.isClosed, !connection.isParked else { return }
    if connection.isToCatchUp { catchUp(connection) }
    if !connection.input.hasWork, !connection.life.hasLastWords {
      guard connection.life.isOpen, connection.mayProceed else { return }
      if rooms.transport.receive(connection) { rooms.enforcers.releaseReplies(on: connection) }
    }
    carryOutAll(of: connection, until: timeLimit)
    rooms.turns.touch(connection)
    if connection.input.hasWork {
      if connection.canGoOn { rooms.turns.postpone(connection) }
    } else if connection.life.hasLastWords {
      endings.end(connection)
    } else if connection.process.hasEnded {
      rooms.turns.postpone(connection)
    }
  }

  private func carryOutAll(of connection: Connection, until timeLimit: Int64) {
    var left = RunQueue.requestLimit
    while left > 0, connection.mayProceed, connection.life.fault == nil,
      let message = rooms.transport.nextMessage(of: connection)
    {
      left -= 1
      let method = message.method
      let isPointless = isPointless(method, isAnswered: message.id != nil, on: connection)
      if connection.process.hasEnded, !connection.input.mayCarryOut(afterDeath: !isPointless) {
        connection.input.removeAll()
        connection.life.endInput()
        return
      }
      guard !isPointless else { continue }
      let isLarge = method?.isLarge ?? false
      if isLarge, !takeLarge(connection) {
        connection.input.putOff(message)
        return
      }
      answer(message, on: connection)
      if isLarge { rooms.connections.account(connection) }
      if connection.input.hasWork, SystemClock.monotonic >= timeLimit { return }
    }
  }

  /// Returns whether carrying out the request would have no observable effect.
  ///
  /// True if it changes nothing and its reply won't be read: it is a notification, or the peer no
  /// longer reads.
  private func isPointless(
    _ method: Method?,
    isAnswered: Bool,
    on connection: Connection
  ) -> Bool {
    guard let method, !method.changesSomething else { return false }
    return !connection.life.hasReader || !isAnswered
  }

  /// Takes the user's one large reply of this turn; returns false if it has to wait.
  private func takeLarge(_ connection: Connection) -> Bool {
    guard rooms.connections.takeLarge(connection) else { return false }
    while let other = rooms.connections.cutOffForLarge(beside: connection) {
      endings.end(other)
      rooms.connections.closeNow(other)
    }
    return true
  }

  /// Once the output has drained, sends the current sessions in place of the decisions left out.
  private func catchUp(_ connection: Connection) {
    guard takeLarge(connection) else {
      if !connection.isParked { rooms.turns.postpone(connection) }
      return
    }
    rooms.observers.catchUp(connection, with: decisions.sessions)
    rooms.recordings.catchUp(connection, with: decisions.sessions)
    rooms.connections.account(connection)
  }
}

/// The processing of one request, from its method to its event or reply.
extension Requests {
  /// Carries out a message, or replies with an error.
  private func answer(_ message: IncomingMessage, on connection: Connection) {
    do throws(RPCError) {
      try checkProtocol(message, connection)
      let request = try message.content.get()
      guard let method = message.method else { return }
      if let grant = method.specification.grant, !connection.grants.holds(grant) {
        throw .notPermitted(lacking: "the grant \(grant.rawValue)")
      }
      let context = RequestContext(connection: connection, method: method, id: message.id)
      try carryOut(request, context)
    } catch {
      rooms.transport.reply(failure: error, to: message.id, on: connection)
    }
  }

  /// Throws if the latest `hello` named an unsupported protocol; until a valid one, nothing else is
  /// carried out.
  private func checkProtocol(
    _ message: IncomingMessage,
    _ connection: Connection
  ) throws(RPCError) {
    if case .failure(.unsupportedProtocol) = message.content { connection.isRefused = true }
    guard connection.isRefused, let method = message.method, method != .hello else { return }
    throw .unsupportedProtocol(nil)
  }

  /// Dispatches a request; the compiler requires a case for each method.
  private func carryOut(_ request: Request, _ context: RequestContext) throws(RPCError) {
    switch request {
    case .hello(let hello): answer(self.hello(hello, context), context)
    case .sessionOpen(let open): try self.open(open, context)
    case .sessionConfigure(let configure): try self.configure(configure, context)
    case .sessionActivate(let activate):
      let grants = context.grants.claims
      let (ifSeq, notifyOthers) = (activate.ifSeq, activate.notifyOthers)
      try decide(activate.reference, context) {
        .activate($0, grants: grants, ifSeq: ifSeq, notifyOthers: notifyOthers)
      }
    case .sessionDeactivate(let deactivate):
      try decide(deactivate.reference, context) {
        .deactivate($0, notifyOthers: deactivate.notifyOthers)
      }
    case .sessionReport(let report):
      try decide(report.reference, context) { .report($0, report.report) }
    case .sessionRenew(let renew):
      let lease = renew.ttlSeconds.map { Duration.seconds($0) }
      try decide(renew.reference, context) { id throws(RPCError) in
        try checkIsLease(id)
        return .renew(id, lease: lease)
      }
    case .sessionClose(let close):
      try decide(close.reference, context, answer: .empty) { .close($0) }
    case .sessionGet(let get): try answer(object(get.session, context), context)
    case .sessionEvict(let evict):
      let id = try existing(evict.session, context)
      let cause = context.cause(id, note: evict.note)
      decisions.decide(.evict(id), cause, for: context, answer: .empty)
    case .sessionList: answer(sessionList(context), context)
    case .eventsSubscribe(let subscribe): answer(self.subscribe(subscribe, context), context)
    case .eventsRecord: answer(record(context), context)
    case .alertRequest(let alert): answer(self.alert(alert, context), context)
    case .policyGet: answer(policyResult(context), context)
    case .policyExplain(let explain):
      let id = try existing(explain.session, context)
      try answer(explanation(id, context), context)
    case .policySimulate(let simulate): try answer(simulation(simulate, context), context)
    case .serverStatus: answer(status, context)
    case .serverLog(let log): answer(self.log(log, context), context)
    case .discover: answer(Requests.interface, context)
    case .systemGet: answer(decisions.sessions.system(for: context.peer.user), context)
    case .systemSetRoute(let set):
      decisions.setRoute(set, by: reporter(context), for: context)
    case .systemSetMicrophoneMuted(let set):
      decide(.setMicrophoneMuted(set.muted, reporter(context)), context)
    case .systemSetSleeping(let set):
      decide(.setSleeping(set.sleeping, reporter(context)), context)
    case .systemSetSilenced(let set):
      decide(.setSilenced(set.silenced, reporter(context)), context)
    case .systemSetProcessSuspended(let set):
      guard let process = rooms.peers.living(pid: set.pid)?.id else {
        return answer(EmptyResult(), context)
      }
      decide(.setSuspended(process, set.suspended, reporter(context)), context)
    case .enforcementAttach: answer(attachEnforcer(context), context)
    case .enforcementApplied(let applied):
      rooms.enforcers.acknowledge(applied.seq, by: context.connection)
      answer(EmptyResult(), context)
    }
  }

  /// Applies an event to one of the peer's sessions.
  private func decide(
    _ reference: SessionReference,
    _ context: RequestContext,
    answer: Decisions.Answer = .session,
    _ event: (SessionID) throws(RPCError) -> Event
  ) throws(RPCError) {
    let id = try own(reference, context)
    decisions.decide(try event(id), context.cause(id), for: context, answer: answer)
  }

  /// Applies an event that reports on the system.
  private func decide(_ event: Event, _ context: RequestContext) {
    decisions.decide(event, context.cause(), for: context, answer: .empty)
  }

  private func configure(
    _ configure: SessionConfigure,
    _ context: RequestContext
  ) throws(RPCError) {
    let (change, unknownValue) = decisions.sessions.change(configure.configuration)
    var context = context
    context.unknownValue = unknownValue
    let grants = context.grants.claims
    try decide(.session(configure.session), context) { .configure($0, change, grants: grants) }
  }

  private func answer(_ result: some JSONEncodable, _ context: RequestContext) {
    rooms.transport.reply(result, to: context.id, on: context.connection)
  }
}

/// The sessions that a request may name (R2).
extension Requests {
  private func object(
    _ number: UInt64,
    _ context: RequestContext
  ) throws(RPCError) -> SessionObject {
    let id = try existing(number, context)
    guard let object = decisions.sessions.object(id, for: context.viewer, at: .now) else {
      throw .internalError
    }
    return object
  }

  /// Returns the open session with that number, whoever owns it.
  func existing(_ number: UInt64, _ context: RequestContext) throws(RPCError) -> SessionID {
    let id = SessionID(number)
    guard decisions.sessions.isOpen(id) else { throw missing("\(number)", context) }
    return id
  }

  /// Returns the open session with that number or lease name, if the peer may operate it.
  private func own(
    _ reference: SessionReference,
    _ context: RequestContext
  ) throws(RPCError) -> SessionID {
    let id: SessionID
    switch reference {
    case .session(let number): id = SessionID(number)
    case .leaseName(let name):
      guard let lease = decisions.sessions.names.lease(named: name, of: context.peer.user) else {
        throw missing("of the lease \"\(name)\"", context)
      }
      id = lease
    }
    guard let identity = decisions.sessions.identity(ofOpen: id) else {
      throw missing("\(id.number)", context)
    }
    if identity.leaseName != nil {
      guard identity.peer.user == context.peer.user else {
        throw .notPermitted(lacking: "a process of the user whose lease it is")
      }
    } else {
      // A process whose user has changed since then counts as a different peer.
      guard identity.opener.process == context.peer.process,
        identity.opener.user == context.peer.user
      else { throw .notPermitted(lacking: "the process that opened the session, as its user then") }
    }
    return id
  }

  /// Returns the error for an unknown session; for a client that knew an earlier epoch, the session
  /// has expired (R49).
  private func missing(_ session: String, _ context: RequestContext) -> RPCError {
    context.connection.hasOutlivedEpoch
      ? .refused(Refusal(.expiredSession, rule: .R49)) : .noSuchSession(session)
  }
}
