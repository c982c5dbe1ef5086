import Arbitration

/// Holds a requester's reply until the enforcers have done what was decided (R14).
///
/// So a newcomer never overlaps with those it silences. The core decides at once and never waits;
/// what waits is one line of one connection, and it does so for `EnforcementTimeout` at most.
struct EnforcementGate {
  private struct Wait {
    var line: HeldLine
    var seq: UInt64
    var enforcers: Set<ConnectionID>
    var deadline: Instant
  }

  private var waits: [Wait] = []
  /// What each enforcer has been sent and hasn't acknowledged, oldest first.
  private var unacknowledged: [ConnectionID: [UInt64]] = [:]

  /// How many enforcers are attached.
  var enforcerCount: Int { unacknowledged.count }
  /// The attached enforcers.
  var enforcers: some Collection<ConnectionID> { unacknowledged.keys }
  /// When the first line goes out in any case.
  ///
  /// They are in the order of their times, but for a reload that makes the time shorter: then a line
  /// goes when those before it do.
  var deadline: Instant? { waits.first?.deadline }

  /// Whether anybody who is attached was told of decision `seq`, the latest.
  func isTold(of seq: UInt64) -> Bool { unacknowledged.values.contains { $0.last == seq } }

  mutating func attach(_ enforcer: ConnectionID) {
    if unacknowledged[enforcer] == nil { unacknowledged[enforcer] = [] }
  }

  /// Notes that the enforcer is sent decision `seq`; who never acknowledges is not remembered for
  /// ever, since nothing waits that long.
  mutating func sent(_ seq: UInt64, to enforcer: ConnectionID) {
    unacknowledged[enforcer]?.append(seq)
    if let count = unacknowledged[enforcer]?.count, count > EnforcementGate.remembered {
      unacknowledged[enforcer]?.removeFirst(count - EnforcementGate.remembered / 2)
    }
  }

  /// Holds `line` until every enforcer that was told of decision `seq`, the latest, has acknowledged
  /// it.
  mutating func hold(_ line: HeldLine, until seq: UInt64, deadline: Instant) {
    let enforcers = Set(unacknowledged.lazy.filter { $0.value.last == seq }.map(\.key))
    waits.append(Wait(line: line, seq: seq, enforcers: enforcers, deadline: deadline))
  }

  /// An enforcer says that it has carried out every decision up to `seq`.
  ///
  /// - Returns: The lines that may go now; none if it was never sent that decision.
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

  /// A connection is gone: as an enforcer it counts as having acknowledged everything, and what is
  /// held on it needn't be any longer.
  mutating func leave(_ connection: ConnectionID) -> [HeldLine] {
    detach(connection) + releaseLines(of: connection)
  }

  /// An enforcer counts as having acknowledged everything, and goes on as one.
  mutating func restart(_ enforcer: ConnectionID) -> [HeldLine] {
    guard unacknowledged[enforcer] != nil else { return [] }
    let lines = detach(enforcer)
    attach(enforcer)
    return lines
  }

  /// A connection is no enforcer any more: it counts as having acknowledged everything.
  private mutating func detach(_ enforcer: ConnectionID) -> [HeldLine] {
    guard unacknowledged.removeValue(forKey: enforcer) != nil else { return [] }
    for index in waits.indices { waits[index].enforcers.remove(enforcer) }
    return takeLines { $0.enforcers.isEmpty }
  }

  /// What was held on the connection goes out at once, because it reads to the end only.
  mutating func releaseLines(of connection: ConnectionID) -> [HeldLine] {
    takeLines { $0.line.connection == connection }
  }

  /// The lines whose time has passed at `now`.
  mutating func expire(at now: Instant) -> [HeldLine] {
    waits.isEmpty ? [] : takeLines { $0.deadline <= now }
  }

  /// Everything, at the end of the daemon (R1).
  mutating func releaseAll() -> [HeldLine] { takeLines { _ in true } }

  private mutating func takeLines(where isFree: (Wait) -> Bool) -> [HeldLine] {
    guard waits.contains(where: isFree) else { return [] }
    let lines = waits.filter(isFree).map(\.line)
    waits.removeAll(where: isFree)
    return lines
  }

  private static let remembered = 1024
}
