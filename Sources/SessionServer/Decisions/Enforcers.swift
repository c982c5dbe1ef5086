import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionWire

/// The attached enforcers: the sessions each must hold or lower, and the replies that wait until
/// they have done so (R14).
///
/// Enforcers of one reach have one list and one line, however many they are.
final class Enforcers {
  private var gate = EnforcementGate()
  /// The list that each enforcer was sent last.
  private var told: [ConnectionID: [EnforcementTarget]] = [:]
  private var writer = JSONWriter()
  private let connections: Connections
  private let transport: Transport

  init(_ connections: Connections, _ transport: Transport) {
    self.connections = connections
    self.transport = transport
  }

  /// The number of attached enforcers.
  var count: Int { told.count }
  /// The time at which the first held reply is sent even without acknowledgement.
  var deadline: Instant? { gate.deadline }

  /// Attaches a connection as an enforcer.
  ///
  /// - Parameters:
  ///   - connection: The enforcer's connection.
  ///   - all: All sessions to hold or lower.
  ///   - seq: The number of the decision that determined them.
  /// - Returns: The sessions that this enforcer must hold or lower.
  /// - Throws: `limitExceeded` if its user has enough enforcers without the grant.
  func attach(
    _ connection: Connection,
    _ all: @autoclosure () -> [EnforcementTarget],
    seq: UInt64
  ) throws(RPCError) -> EnforcementResult {
    let reach = EnforcerReach(of: connection)
    let limit = Limits.enforcersPerUser
    if case .user = reach, gate.reach(of: connection.id) == nil,
      (gate.enforcersByReach[reach]?.count ?? 0) >= limit.value
    {
      throw .limitExceeded(limit: limit.name, value: limit.value)
    }
    let targets = reach.targets(of: TargetsByUser(all()))
    told[connection.id] = targets
    gate.attach(connection.id, reach)
    gate.sent(seq, to: connection.id)
    return EnforcementResult(seq: seq, targets: targets)
  }

  /// Sends the enforcers the sessions to hold or lower as of decision `seq`.
  ///
  /// An enforcer whose targets are unchanged isn't sent anything, so no reply waits for it.
  func send(_ all: [EnforcementTarget], seq: UInt64) {
    let all = TargetsByUser(all)
    for (reach, enforcers) in gate.enforcersByReach.sorted(by: { $0.key < $1.key }) {
      let targets = reach.targets(of: all)
      let stale = enforcers.filter { !targets.ask(forTheSameAs: told[$0] ?? []) }
      guard !stale.isEmpty else { continue }
      writer.removeAll()
      transport.write(EnforcementApply(targets: targets), seq: seq, into: &writer)
      for id in stale.sorted(by: { $0.number < $1.number }) { tell(id, of: targets, seq: seq) }
    }
  }

  /// Sends one enforcer the line that the writer holds, unless it leads back to what it has.
  private func tell(_ id: ConnectionID, of targets: [EnforcementTarget], seq: UInt64) {
    let former = told.updateValue(targets, forKey: id) ?? []
    let change = Change(topic: .enforcement, before: .targets(former), after: .targets(targets))
    guard let connection = connections[id],
      let change = transport.coalesce(change, for: connection)
    else { return }
    gate.sent(seq, to: id, atOnce: connection.input.batch == nil)
    writer.withBytes { transport.post($0, to: connection, counts: false, change: change) }
  }

  /// Returns whether a reply to `user` must wait for any enforcer that was told of decision `seq`,
  /// the latest: of the enforcers without the grant, only those of that user count.
  func areAwaited(for seq: UInt64, by user: UserID) -> Bool { gate.isAwaited(for: seq, by: user) }

  /// Holds a reply until the enforcers that are awaited for decision `seq` have acknowledged it, or
  /// until `timeout` has passed.
  func hold(_ line: HeldLine, until seq: UInt64, by user: UserID, timeout: Duration) {
    gate.hold(line, until: seq, by: user, deadline: Instant.now.advanced(by: timeout))
  }

  /// Records that an enforcer has carried out every decision up to `seq`.
  func acknowledge(_ seq: UInt64, by connection: Connection) {
    connections.release(gate.acknowledge(seq, by: connection.id))
  }

  /// Waits no longer for the enforcers from which nothing is read, because too much of their output
  /// is held: what they have acknowledged isn't heard before that is sent.
  func excuseTheHeld() {
    for id in gate.awaited {
      guard let connection = connections[id], !connection.mayProceed else { continue }
      transport.flush(connection)
      if connection.outbox.sendableBytes == 0 { connections.release(gate.excuse(id)) }
    }
  }

  /// Applies a connection's new grants.
  ///
  /// An enforcer that lost its grant starts again: it gets only its own user's sessions, and no
  /// reply waits for what it was sent before.
  func grantsChanged(of connection: Connection) {
    let reach = EnforcerReach(of: connection)
    guard let former = gate.reach(of: connection.id), former != reach else { return }
    if former == .all {
      connections.release(gate.restart(connection.id, reach))
    } else {
      gate.attach(connection.id, reach)
    }
  }

  /// Releases the replies held on a connection whose peer has sent its last byte and only reads
  /// now.
  func releaseReplies(on connection: Connection) {
    connections.release(gate.releaseLines(of: connection.id))
  }

  /// Removes a connection that has ended.
  func leave(_ connection: Connection) {
    told[connection.id] = nil
    connections.release(gate.leave(connection.id))
  }

  /// Releases the replies whose deadline has passed at `now`.
  func timePassed(_ now: Instant) { connections.release(gate.expire(at: now)) }

  /// Releases all replies, at the end of the daemon (R1).
  func releaseAll() { connections.release(gate.releaseAll()) }
}

extension [EnforcementTarget] {
  /// Whether two lists are equal apart from the ramps, which are those of the latest decision.
  func ask(forTheSameAs others: [EnforcementTarget]) -> Bool {
    elementsEqual(others) { one, other in
      var same = other
      same.rampMilliseconds = one.rampMilliseconds
      return one == same
    }
  }
}
