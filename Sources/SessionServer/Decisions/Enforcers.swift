import Arbitration
import AudioSessionWire

/// The attached enforcers: what each is told to hold and to lower, and the replies that wait until
/// they have done it (R14).
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
  /// When the first held reply goes out in any case.
  var deadline: Instant? { gate.deadline }

  /// Attaches a connection.
  ///
  /// - Parameters:
  ///   - connection: The enforcer.
  ///   - all: All that is to be held and lowered.
  ///   - seq: The number of the decision that says so.
  /// - Returns: What of it concerns the enforcer.
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

  /// Sends the enforcers what is to be held and lowered now, as of decision `seq`.
  ///
  /// One to which nothing has changed isn't told, and so nobody waits for it.
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

  /// Whether a reply to decision `seq`, the latest, has to wait for anybody.
  func areTold(of seq: UInt64) -> Bool { gate.isTold(of: seq) }

  /// Holds a reply until those that were told of decision `seq` have acknowledged it, or `timeout`
  /// has passed.
  func hold(_ line: HeldLine, until seq: UInt64, timeout: Duration) {
    gate.hold(line, until: seq, deadline: Instant.now.advanced(by: timeout))
  }

  /// An enforcer has carried out every decision up to `seq`.
  func acknowledge(_ seq: UInt64, by connection: Connection) {
    connections.release(gate.acknowledge(seq, by: connection.id))
  }

  /// An enforcer lost its grant: it begins anew with its own user's sessions, and nobody waits for
  /// it over others'.
  func restart(_ connection: Connection) { connections.release(gate.restart(connection.id)) }

  /// A connection sends no more, and reads to the end only: what is held on it goes out.
  func releaseReplies(on connection: Connection) {
    connections.release(gate.releaseLines(of: connection.id))
  }

  /// A connection has ended.
  func leave(_ connection: Connection) { connections.release(gate.leave(connection.id)) }

  /// Lets replies go whose time has passed at `now`.
  func timePassed(_ now: Instant) { connections.release(gate.expire(at: now)) }

  /// Lets all replies go, at the end of the daemon (R1).
  func releaseAll() { connections.release(gate.releaseAll()) }
}

extension Connection {
  /// What of the targets is the enforcer's: all with the grant, otherwise its own user's (R14).
  fileprivate func concerned(by targets: [EnforcementTarget]) -> [EnforcementTarget] {
    grants.holds(.enforcement) ? targets : targets.filter { $0.uid == peer.user.number }
  }
}

extension EnforcementTarget {
  /// Whether it differs in the ramp at most, which is that of the latest decision.
  fileprivate func asks(forTheSameAs other: EnforcementTarget) -> Bool {
    var same = other
    same.rampMilliseconds = rampMilliseconds
    return self == same
  }
}
