package import AudioSessionArbitration
package import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// The daemon's decisions for clients in the same process, without sockets, threads, a clock or
/// randomness.
///
/// It reads, decides and writes with the code of the real daemon. Time passes only by
/// ``advance(to:)``. It carries out `hello`, `session.open` (not on behalf of another process) and
/// the other methods of sessions, `alert.request`, `policy.explain`, and those of the system; the
/// others get `methodNotFound`. Nobody enforces, so that no reply is held. It isn't thread-safe: its
/// owner locks it.
package final class MemoryDaemon {
  /// The current time.
  package private(set) var now: Instant
  /// The time of the next expiry; nil if there is none.
  package private(set) var deadline: Instant?

  private let settings: Settings
  private let lines: MemoryLines
  private var sessions: Sessions
  private var clients: [ConnectionID: MemoryClient] = [:]
  private var clientCount: UInt64 = 0
  /// The processes that have connected and haven't ended, by pid.
  private var processes: [Int32: ProcessID] = [:]
  private var processCount: UInt64 = 0
  private var decision = Decision()

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

  /// Ends the daemon and starts the next: all sessions are gone, and all connections end.
  ///
  /// - Parameter isOrderly: Whether clients are told before (R1); a daemon that is killed can't.
  package func restart(isOrderly: Bool) {
    let everybody = clients.values.sorted { $0.id.number < $1.id.number }
    if isOrderly {
      for client in everybody { lines.tell(MediaServicesWereLost(), to: client, seq: sessions.seq) }
    }
    for client in everybody { lines.end(client) }
    lines.epoch = Epoch(high: 0, low: lines.epoch.low + 1)
    sessions = Sessions(under: settings.policy)
    clients = [:]
    processes = [:]
    deadline = nil
    decide(Intent(event: .started))
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
    if processes[peer.pid] == nil { processCount += 1 }
    let process = processes[peer.pid] ?? ProcessID(processCount)
    processes[peer.pid] = process
    let id = ConnectionID(clientCount)
    clients[id] = MemoryClient(id: id, peer, process: process, under: settings)
    return id
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

  /// Ends a process with its connections and sessions; its leases go on without it (R48).
  package func endProcess(pid: Int32) {
    guard let process = processes.removeValue(forKey: pid) else { return }
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
    guard open.onBehalfOf == nil else {
      throw .notPermitted(lacking: "a daemon that can look at processes")
    }
    let identity = SessionIdentity(
      name: open.name,
      leaseName: open.lease?.leaseName,
      application: client.introduction.application?.name,
      zone: settings.zone(open.zone, of: client.peer.user),
      peer: client.peer
    )
    let id = sessions.names.next
    decide(sessions.opening(open, identity, by: client, within: settings.limits), asked)
    if !sessions.isOpen(id) { sessions.releaseScope(identity) }
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
    let summary = DecisionSummary(decision.effects)
    if let asked {
      if let identity = intent.identity, let id = summary.granted {
        _ = sessions.assign(id, identity, to: asked.client.id)
      }
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
    for id in summary.changed where !sessions.isOpen(id) { _ = sessions.close(id) }
    sessions.finishEvent()
  }

  /// Returns the owner of a session, or nil for a lease whose opener has disconnected.
  func listener(of session: SessionID) -> MemoryListener? {
    guard let id = sessions.connection(of: session), let client = clients[id] else { return nil }
    return MemoryListener(client: client, lines: lines, seq: sessions.seq)
  }
}
