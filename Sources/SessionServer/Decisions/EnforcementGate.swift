import AudioSessionArbitration

/// Holds a requester's reply until the enforcers have carried out the decision (R14).
///
/// A newcomer therefore never overlaps with the sessions it silences. The core decides immediately
/// and never waits; only one line of one connection waits, for `EnforcementTimeout` at most.
struct EnforcementGate {
  private struct Wait {
    var line: HeldLine
    var seq: UInt64
    var enforcers: Set<ConnectionID>
    var deadline: Instant
  }

  private var waits: [Wait] = []
  /// The decisions that each enforcer was sent and hasn't acknowledged, oldest first.
  private var unacknowledged: [ConnectionID: [UInt64]] = [:]

  /// The number of attached enforcers.
  var enforcerCount: Int { unacknowledged.count }
  /// The attached enforcers.
  var enforcers: some Collection<ConnectionID> { unacknowledged.keys }
  /// The time at which the first held line is sent even without acknowledgement.
  ///
  /// The lines are in deadline order, except after a reload that shortens the timeout: then a line
  /// goes out together with those before it.
  var deadline: Instant? { waits.first?.deadline }

  /// Returns whether any attached enforcer was sent decision `seq`, the latest.
  func isTold(of seq: UInt64) -> Bool { unacknowledged.values.contains { $0.last == seq } }

  mutating func attach(_ enforcer: ConnectionID) {
    if unacknowledged[enforcer] == nil { unacknowledged[enforcer] = [] }
  }

  /// Records that the enforcer is sent decision `seq`; unacknowledged decisions are kept only up to
  /// a limit, since no line waits that long.
  mutating func sent(_ seq: UInt64, to enforcer: ConnectionID) {
    unacknowledged[enforcer]?.append(seq)
    if let count = unacknowledged[enforcer]?.count, count > EnforcementGate.remembered {
      unacknowledged[enforcer]?.removeFirst(count - EnforcementGate.remembered / 2)
    }
  }

  /// Holds `line` until every enforcer that was sent decision `seq`, the latest, has acknowledged
  /// it.
  mutating func hold(_ line: HeldLine, until seq: UInt64, deadline: Instant) {
    let enforcers = Set(unacknowledged.lazy.filter { $0.value.last == seq }.map(\.key))
    waits.append(Wait(line: line, seq: seq, enforcers: enforcers, deadline: deadline))
  }

  /// Records that an enforcer has carried out every decision up to `seq`.
  ///
  /// - Returns: The lines that may be sent now; none if the enforcer was never sent that decision.
  mutating func acknowledge(_ seq: UInt64, by enforcer: ConnectionID) -> [HeldLine] {
    guard let sent = unacknowledged[enforcer], let index = sent.firstIndex(of: seq) else {
      return []
    }
    unacknowledged[enforcer]?.removeFirst(index + 1)
    for index in waits.indices where waits[index].seq <= seq {
      waits[index].enforcers.remove(enforcer)
    }
    return takeLines { $0.enforcers.isEmpty }
  }

  /// Removes a connection: as an enforcer it counts as having acknowledged everything, and its own
  /// held lines are released.
  mutating func leave(_ connection: ConnectionID) -> [HeldLine] {
    detach(connection) + releaseLines(of: connection)
  }

  /// Treats everything sent to an enforcer as acknowledged, and keeps the enforcer attached.
  mutating func restart(_ enforcer: ConnectionID) -> [HeldLine] {
    guard unacknowledged[enforcer] != nil else { return [] }
    let lines = detach(enforcer)
    attach(enforcer)
    return lines
  }

  /// Detaches an enforcer: it counts as having acknowledged everything.
  private mutating func detach(_ enforcer: ConnectionID) -> [HeldLine] {
    guard unacknowledged.removeValue(forKey: enforcer) != nil else { return [] }
    for index in waits.indices { waits[index].enforcers.remove(enforcer) }
    return takeLines { $0.enforcers.isEmpty }
  }

  /// Releases the lines held on a connection whose peer has sent its last byte and only reads now.
  mutating func releaseLines(of connection: ConnectionID) -> [HeldLine] {
    takeLines { $0.line.connection == connection }
  }

  /// Releases the lines whose deadline has passed at `now`.
  mutating func expire(at now: Instant) -> [HeldLine] {
    waits.isEmpty ? [] : takeLines { $0.deadline <= now }
  }

  /// Releases all lines, at the end of the daemon (R1).
  mutating func releaseAll() -> [HeldLine] { takeLines { _ in true } }

  private mutating func takeLines(where isFree: (Wait) -> Bool) -> [HeldLine] {
    guard waits.contains(where: isFree) else { return [] }
    let lines = waits.filter(isFree).map(\.line)
    waits.removeAll(where: isFree)
    return lines
  }

  private static let remembered = 1024
}
