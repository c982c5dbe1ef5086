import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// Turns requests into events; the decoder has checked their form, and this checks permissions.
///
/// It has no state of its own; each group of methods has its own file. It is an object because it
/// refers to so much that each call would copy.
final class Requests {
  let base: ConnectionServices
  let services: DecisionServices
  let decisions: Decisions
  let endings: Endings

  init(
    _ base: ConnectionServices,
    _ services: DecisionServices,
    _ decisions: Decisions,
    _ endings: Endings
  ) {
    self.base = base
    self.services = services
    self.decisions = decisions
    self.endings = endings
  }

  /// Continues with a connection's remaining requests, or reads more.
  ///
  /// - Parameters:
  ///   - connection: The connection whose turn it is.
  ///   - timeLimit: The time at which another connection's turn comes, on the monotonic clock, in
  ///     nanoseconds.
  func serve(_ connection: Connection, until timeLimit: Int64) {
    guard connection.life.isServed, !connection.heldMark.isParked else { return }
    if connection.outputMark.isMidMessage { services.listing.goOn(until: timeLimit) }
    if connection.outputMark.isMidMessage { return base.scheduler.postpone(connection) }
    if connection.isToCatchUp { catchUp(connection) }
    if !connection.input.hasWork, !connection.life.hasLastWords {
      guard connection.life.isOpen, connection.mayProceed else { return }
      if base.transport.receive(connection) { services.enforcers.releaseReplies(on: connection) }
    }
    carryOutAll(of: connection, until: timeLimit)
    base.transport.keepRest(of: connection)
    base.scheduler.touch(connection)
    if connection.input.hasWork {
      if connection.canGoOn { base.scheduler.postpone(connection) }
    } else if connection.life.hasLastWords {
      endings.end(connection)
    } else if connection.process.hasEnded {
      base.scheduler.postpone(connection)
    }
  }

  private func carryOutAll(of connection: Connection, until timeLimit: Int64) {
    var left = RunQueue.requestLimit
    while left > 0, connection.mayProceed, connection.life.fault == nil,
      let message = base.transport.nextMessage(of: connection)
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
      if isLarge, !takeLarge(connection, method?.listsSessions ?? false) {
        connection.input.putOff(message)
        return
      }
      answer(message, on: connection)
      if isLarge { base.connections.account(connection) }
      if connection.outputMark.isMidMessage { return }
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
  private func takeLarge(_ connection: Connection, _ listsSessions: Bool) -> Bool {
    let mustWait = listsSessions && services.listing.isBusy && Listing.isLong(decisions.sessions)
    return !mustWait && base.connections.takeLarge(connection)
  }

  /// Once the output has drained, sends the current sessions in place of the decisions left out.
  private func catchUp(_ connection: Connection) {
    guard takeLarge(connection, true) else {
      if !connection.heldMark.isParked { base.scheduler.postpone(connection) }
      return
    }
    services.observers.catchUp(connection, with: decisions.sessions)
    services.recordings.catchUp(connection, with: decisions.sessions)
    base.connections.account(connection)
  }
}

/// The processing of one request, from its method to its event or reply.
extension Requests {
  /// Carries out a message, or replies with an error.
  private func answer(_ message: IncomingMessage, on connection: Connection) {
    do throws(RPCError) {
      guard let (request, method) = try connection.request(of: message) else { return }
      let context = RequestContext(connection: connection, method: method, id: message.id)
      try carryOut(request, context)
    } catch {
      base.transport.reply(failure: error, to: message.id, on: connection)
    }
  }

  /// Answers a request, or decides the event that it asks for.
  private func carryOut(_ request: Request, _ context: RequestContext) throws(RPCError) {
    switch request {
    case .hello(let hello): answer(self.hello(hello, context), context)
    case .sessionOpen(let open): try self.open(open, context)
    case .sessionGet(let get):
      let client = context.connection
      answer(try decisions.sessions.object(get.session, for: client, at: .now), context)
    case .sessionList: answerList(context)
    case .eventsSubscribe(let subscribe): self.subscribe(subscribe, context)
    case .eventsRecord: answer(record(context), context)
    case .alertRequest(let alert): answer(self.alert(alert, context), context)
    case .policyGet: answer(policyResult(context), context)
    case .policyExplain(let explain):
      try answer(explanation(explain.session, context), context)
    case .policySimulate(let simulate): try answer(simulation(simulate, context), context)
    case .policySetDuckGain(let set):
      decisions.reload(base.configuration.adjust(duckGain: set.duckGain), for: context)
    case .serverStatus: answer(status, context)
    case .serverLog(let log): answer(self.log(log, context), context)
    case .discover: answer(Requests.interface, context)
    case .systemGet: answer(decisions.sessions.system(for: context.peer.user), context)
    case .systemSetRoute(let set): try decisions.setRoute(set, for: context)
    case .systemSetProcessSuspended(let set):
      guard let process = base.peers.living(pid: set.pid)?.id else {
        return answer(EmptyResult(), context)
      }
      let event = Event.setSuspended(process, set.suspended, context.connection.reporter)
      decisions.decide(Intent(event: event, answer: .empty), for: context)
    case .enforcementAttach: answer(try attachEnforcer(context), context)
    case .enforcementApplied(let applied):
      services.enforcers.acknowledge(applied.seq, by: context.connection)
      answer(EmptyResult(), context)
    default:
      let client = context.connection
      let intent = try decisions.sessions.intent(of: request, context.method, by: client)
      decisions.decide(intent, for: context)
    }
  }

  private func answer(_ result: some JSONEncodable, _ context: RequestContext) {
    base.transport.reply(result, to: context.id, on: context.connection)
  }
}
