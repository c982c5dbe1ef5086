import AudioSessionArbitration
import AudioSessionWire

/// The attached enforcers: the sessions each must hold or lower, and the replies that wait until
/// they have done so (R14).
final class Enforcers {
  private var gate = EnforcementGate()
  private let connections: Connections
  private let transport: Transport

  init(_ connections: Connections, _ transport: Transport) {
    self.connections = connections
    self.transport = transport
  }

  /// The number of attached enforcers.
  var count: Int { gate.enforcerCount }
  /// The time at which the first held reply is sent even without acknowledgement.
  var deadline: Instant? { gate.deadline }

  /// Attaches a connection as an enforcer.
  ///
  /// - Parameters:
  ///   - connection: The enforcer's connection.
  ///   - all: All sessions to hold or lower.
  ///   - seq: The number of the decision that determined them.
  /// - Returns: The sessions that this enforcer must hold or lower.
  func attach(
    _ connection: Connection,
    _ all: [EnforcementTarget],
    seq: UInt64
  ) -> EnforcementResult {
    let targets = connection.concerned(by: all)
    connection.lastTargets = targets
    gate.attach(connection.id)
    gate.sent(seq, to: connection.id)
    return EnforcementResult(seq: seq, targets: targets)
  }

  /// Sends the enforcers the sessions to hold or lower as of decision `seq`.
  ///
  /// An enforcer whose targets are unchanged isn't sent anything, so no reply waits for it.
  func send(_ all: [EnforcementTarget], seq: UInt64) {
    for id in Array(gate.enforcers) {
      guard let enforcer = connections[id] else { continue }
      let targets = enforcer.concerned(by: all)
      guard !targets.elementsEqual(enforcer.lastTargets, by: { $0.asks(forTheSameAs: $1) }) else {
        continue
      }
      let change = Change(
        topic: .enforcement,
        before: .targets(enforcer.lastTargets),
        after: .targets(targets)
      )
      enforcer.lastTargets = targets
      guard let change = transport.coalesce(change, for: enforcer) else { continue }
      gate.sent(seq, to: id)
      let message = EnforcementApply(targets: targets)
      transport.tell(message, to: enforcer, seq: seq, counts: false, change: change)
    }
  }

  /// Returns whether a reply to decision `seq`, the latest, must wait for any enforcer.
  func areTold(of seq: UInt64) -> Bool { gate.isTold(of: seq) }

  /// Holds a reply until the enforcers that were sent decision `seq` have acknowledged it, or until
  /// `timeout` has passed.
  func hold(_ line: HeldLine, until seq: UInt64, timeout: Duration) {
    gate.hold(line, until: seq, deadline: Instant.now.advanced(by: timeout))
  }

  /// Records that an enforcer has carried out every decision up to `seq`.
  func acknowledge(_ seq: UInt64, by connection: Connection) {
    connections.release(gate.acknowledge(seq, by: connection.id))
  }

  /// Restarts an enforcer that lost its grant: it gets only its own user's sessions, and no reply
  /// waits for what it was sent before.
  func restart(_ connection: Connection) { connections.release(gate.restart(connection.id)) }

  /// Releases the replies held on a connection whose peer has sent its last byte and only reads
  /// now.
  func releaseReplies(on connection: Connection) {
    connections.release(gate.releaseLines(of: connection.id))
  }

  /// Removes a connection that has ended.
  func leave(_ connection: Connection) { connections.release(gate.leave(connection.id)) }

  /// Releases the replies whose deadline has passed at `now`.
  func timePassed(_ now: Instant) { connections.release(gate.expire(at: now)) }

  /// Releases all replies, at the end of the daemon (R1).
  func releaseAll() { connections.release(gate.releaseAll()) }
}

extension Connection {
  /// Returns the enforcer's share of the targets: all with the grant, otherwise its own user's
  /// (R14).
  fileprivate func concerned(by targets: [EnforcementTarget]) -> [EnforcementTarget] {
    grants.holds(.enforcement) ? targets : targets.filter { $0.uid == peer.user.number }
  }
}

extension EnforcementTarget {
  /// Returns whether two targets are equal apart from the ramp, which is that of the latest
  /// decision.
  fileprivate func asks(forTheSameAs other: EnforcementTarget) -> Bool {
    var same = other
    same.rampMilliseconds = rampMilliseconds
    return self == same
  }
}
