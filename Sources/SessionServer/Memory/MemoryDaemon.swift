package import AudioSessionArbitration
package import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionTypes
package import AudioSessionWire

/// The daemon's decisions for clients in the same process, without sockets, threads, a clock or
/// randomness.
///
/// It reads, decides and writes with the code of the real daemon. Time passes only by
/// ``advance(to:)``. It carries out `hello`, `session.open` and the other methods of
/// sessions, `alert.request`, `policy.explain`, `events.subscribe`, those of
/// enforcers and those of the system; the others get `methodNotFound`. No reply is held for an
/// enforcer. It isn't thread-safe: its owner locks it.
package final class MemoryDaemon {
  /// The current time.
  package private(set) var now: Instant
  /// The time of the next expiry; nil if there is none.
  package private(set) var deadline: Instant?

  /// Is shown each event with its decision, before anybody is told of it; nil: nobody is.
  package var witness: ((Event, Instant, borrowing Decision) -> Void)?

  let settings: Settings
  let lines: MemoryLines
  private(set) var sessions: Sessions
  private(set) var clients: [ConnectionID: MemoryClient] = [:]
  private var clientCount: UInt64 = 0
  /// The processes that have connected and haven't ended, by pid.
  private var processes: [Int32: ProcessID] = [:]
  private var processCount: UInt64 = 0
  /// The processes without connections, by pid.
  private var programs: [Int32: PeerIdentity] = [:]
  private(set) var decision = Decision()

  /// - Parameters:
  ///   - settings: The configuration.
  ///   - epoch: The first epoch; each restart adds 1.
  ///   - now: The time at which it starts.
  package init(
    settings: Settings = Settings(),
    epoch: UInt64 = 1,
    now: Instant = Instant(nanoseconds: 0)
  ) {
    self.settings = settings
    self.now = now
    lines = MemoryLines(epoch: Epoch(high: 0, low: epoch))
    sessions = Sessions(under: settings.policy)
    decide(Intent(event: .started))
  }

  /// The state of the sessions, from which a recording begins.
  package var snapshot: Snapshot { sessions.snapshot }

  /// The epoch in which it is.
  package var epoch: Epoch { lines.epoch }

  /// Ends the daemon and starts the next: all sessions are gone.
  ///
  /// - Parameters:
  ///   - isOrderly: Whether clients are told before (R1); a daemon that is killed can't.
  ///   - keepsConnections: Whether a service manager keeps the connections (R49): those on which
  ///     nothing is half done go on, and no number of a session is used twice. Otherwise all end.
  package func restart(isOrderly: Bool, keepsConnections: Bool = false) {
    let everybody = clients.values.sorted { $0.id.number < $1.id.number }
    if isOrderly {
      for client in everybody { lines.tell(MediaServicesWereLost(), to: client, seq: sessions.seq) }
    }
    let kept = keepsConnections ? everybody.filter { !$0.input.isInsideLine } : []
    let previous = lines.epoch
    lines.epoch = Epoch(high: 0, low: previous.low + 1)
    let numbers = keepsConnections ? sessions.names.next.number - 1 : 0
    sessions = Sessions(under: settings.policy, after: numbers)
    clients = kept.reduce(into: [:]) { $0[$1.id] = $1 }
    for client in everybody where clients[client.id] == nil { lines.end(client) }
    let living = Set(kept.map { $0.peer.process } + programs.values.map { $0.process })
    processes = processes.filter { living.contains($0.value) }
    deadline = nil
    decide(Intent(event: .started))
    for client in kept {
      client.beginAgain(within: settings.limits)
      lines.tell(
        MediaServicesWereReset(previousEpoch: previous.text),
        to: client,
        seq: sessions.seq
      )
    }
  }

  /// Removes and returns what the clients are to read, in the order of the decisions.
  package func takeOutput() -> [MemoryOutput] { lines.take() }
}

/// Time.
extension MemoryDaemon {
  /// Lets time pass without looking at it, as for a daemon that hung: what is due is late.
  package func skip(to time: Instant) { now = max(now, time) }

  /// Lets time pass; each offer and lease expires at its own time, in order.
  package func advance(to time: Instant) {
    while let due = deadline, due <= time {
      now = max(now, due)
      decide(Intent(event: .timePassed))
      if decision.seq == nil && deadline == due { break }
    }
    now = max(now, time)
  }
}

/// Clients and their processes.
extension MemoryDaemon {
  /// Connects a client.
  ///
  /// - Returns: Its number, which is never used again.
  package func connect(as peer: MemoryPeer) -> ConnectionID {
    clientCount += 1
    let id = ConnectionID(clientCount)
    let identity = peer.identity(in: process(pid: peer.pid))
    clients[id] = MemoryClient(id: id, identity, holding: peer.grants, under: settings)
    return id
  }

  /// Begins a process that doesn't connect, and for which others may open sessions.
  package func beginProcess(as peer: MemoryPeer) {
    programs[peer.pid] = peer.identity(in: process(pid: peer.pid))
  }

  private func process(pid: Int32) -> ProcessID {
    if let known = processes[pid] { return known }
    processCount += 1
    processes[pid] = ProcessID(processCount)
    return ProcessID(processCount)
  }

  /// Carries out what a client has written, which may be a part of a line.
  package func receive(_ bytes: [UInt8], from id: ConnectionID) {
    guard let client = clients[id] else { return }
    client.input.append(bytes.span)
    while let message = lines.nextMessage(of: client, within: settings.limits) {
      do throws(RPCError) {
        guard let (request, method) = try client.request(of: message) else { continue }
        try carryOut(request, Asked(client: client, method: method, id: message.id))
      } catch {
        lines.reply(failure: error, to: message.id, on: client)
      }
    }
  }

  /// Ends a client's connection, and its sessions with it; leases go on (R48).
  package func disconnect(_ id: ConnectionID) {
    guard let client = clients.removeValue(forKey: id) else { return }
    decide(Intent(event: .connectionEnded(id, sessions: sessions.leave(client))))
  }

  /// Ends a process with its connections and sessions, and with those that others opened for it;
  /// its leases go on without it (R48).
  package func endProcess(pid: Int32) {
    guard let process = processes.removeValue(forKey: pid) else { return }
    programs[pid] = nil
    let represented = sessions.names.sessions(onBehalfOf: process)
    if !represented.isEmpty { decide(Intent(event: .processEnded(sessions: represented))) }
    var left = clients.values.filter { $0.peer.process == process }
      .sorted { $0.id.number < $1.id.number }
    for client in left { lines.end(client) }
    let last = left.popLast()
    for client in left { disconnect(client.id) }
    let orphaned = sessions.names.leases(of: process)
    if let last {
      clients[last.id] = nil
      let ending = sessions.leave(last)
      decide(Intent(event: .connectionEnded(last.id, sessions: ending, orphaned: orphaned)))
    } else if !orphaned.isEmpty {
      decide(Intent(event: .processEnded(orphaned: orphaned)))
    }
  }
}

/// Requests.
extension MemoryDaemon {
  /// A request that is being carried out, as far as its reply is concerned.
  private struct Asked {
    let client: MemoryClient
    let method: Method
    /// Nil for a notification, which gets no reply.
    let id: RequestID?
  }

  private func carryOut(_ request: Request, _ asked: Asked) throws(RPCError) {
    let client = asked.client
    switch request {
    case .hello(let hello):
      if let reset = sessions.greet(hello, client, epoch: lines.epoch) {
        lines.tell(reset, to: client, seq: sessions.seq)
      }
      reply(HelloResult(to: client, lines.epoch, settings), asked)
    case .sessionOpen(let open): try self.open(open, asked)
    case .sessionGet(let get):
      reply(try sessions.object(get.session, for: client, at: now), asked)
    case .sessionList: reply(sessions.list(for: client, at: now, epoch: lines.epoch), asked)
    case .eventsSubscribe(let subscribe):
      client.isObserver = subscribe.scope == .all
      reply(sessions.list(for: client, at: now, epoch: lines.epoch), asked)
    case .enforcementAttach: reply(attachEnforcer(client), asked)
    case .enforcementApplied: reply(EmptyResult(), asked)
    case .alertRequest(let alert):
      reply(sessions.answer(alert, of: client, under: settings), asked)
    case .policyExplain(let explain):
      let (number, time) = (explain.session, now.nanoseconds)
      reply(try sessions.explanation(of: number, for: client, at: now, realtime: time), asked)
    case .systemGet: reply(sessions.system(for: client.peer.user), asked)
    case .systemSetRoute(let report):
      decide(try sessions.routeReport(report, by: client), asked)
    case .systemSetProcessSuspended(let set):
      guard let process = processes[set.pid] else { return reply(EmptyResult(), asked) }
      let event = Event.setSuspended(process, set.suspended, client.reporter)
      decide(Intent(event: event, answer: .empty), asked)
    default: decide(try sessions.intent(of: request, asked.method, by: client), asked)
    }
  }

  private func open(_ open: SessionOpen, _ asked: Asked) throws(RPCError) {
    let client = asked.client
    if let intent = try sessions.reopening(open, by: client, within: settings.limits) {
      return decide(intent, asked)
    }
    let owner =
      if let pid = open.onBehalfOf { try represented(pid, by: client) } else { client.peer }
    let identity = SessionIdentity(
      name: open.name,
      leaseName: open.lease?.leaseName,
      application: open.onBehalfOf == nil ? client.applicationName?.name : open.application,
      zone: settings.zone(open.zone, of: owner.user),
      peer: owner,
      opener: open.onBehalfOf == nil ? nil : client.peer
    )
    let id = sessions.names.next
    decide(sessions.opening(open, identity, by: client, within: settings.limits), asked)
    if !sessions.isOpen(id) { sessions.releaseScope(identity) }
  }

  private func represented(_ pid: Int32, by client: MemoryClient) throws(RPCError) -> PeerIdentity {
    let speaksForAll = client.grants.holds(.system)
    guard let program = programs[pid], speaksForAll || program.user == client.peer.user else {
      throw .notPermitted(lacking: "a process that was begun, of the caller's own user")
    }
    return program
  }

  private func reply(_ result: some JSONEncodable, _ asked: Asked) {
    lines.reply(result, to: asked.id, on: asked.client)
  }
}

/// Decisions, and what follows each.
extension MemoryDaemon: Audience {
  /// Applies an event, answers the client that requested it, and tells the sessions' owners.
  private func decide(_ intent: Intent, _ asked: Asked? = nil) {
    sessions.apply(intent.event, at: now, into: &decision)
    witness?(intent.event, now, decision)
    let summary = DecisionSummary(decision.effects)
    if let asked, let identity = intent.identity, let id = summary.granted {
      _ = sessions.assign(id, identity, to: asked.client.id)
    }
    if summary.changesEnforcement { tellEnforcers() }
    let changes = changesToShow(summary)
    if let asked {
      do throws(RPCError) {
        let viewer = asked.client.viewer
        if let id = try sessions.reply(to: intent, summary, for: viewer) {
          reply(sessions.object(id, for: viewer, at: now), asked)
        } else {
          reply(EmptyResult(), asked)
        }
      } catch {
        lines.reply(failure: error, to: asked.id, on: asked.client)
      }
    }
    for (effect, _) in decision.effects { sessions.tell(effect, to: self) }
    if let time = summary.wakeTime { deadline = time }
    if let changes {
      let cause = DecisionCause(
        asked.map { .method($0.method) } ?? .event(.connectionEnded),
        session: intent.session,
        peer: asked?.client.peer,
        note: intent.note
      )
      tellObservers(changes, summary, cause)
    }
    for id in summary.changed where !sessions.isOpen(id) { _ = sessions.close(id) }
    sessions.finishEvent()
  }

  /// Returns the owner of a session, or nil for a lease whose opener has disconnected.
  func listener(of session: SessionID) -> MemoryListener? {
    guard let id = sessions.connection(of: session), let client = clients[id] else { return nil }
    return MemoryListener(client: client, lines: lines, seq: sessions.seq)
  }
}
