import AudioSessionArbitration

/// Holds a requester's reply until the enforcers have carried out the decision (R14).
///
/// A newcomer therefore never overlaps with the sessions it silences. The core decides immediately
/// and never waits; only one line of one connection waits, for `EnforcementTimeout` at most. Nobody
/// waits for an enforcer without the grant of another user, for one that is late, nor for one that
/// isn't sent the decision yet because a batch of its own is open.
struct EnforcementGate {
  private struct Wait {
    var line: HeldLine
    var seq: UInt64
    var enforcers: Set<ConnectionID>
    var deadline: Instant
  }

  fileprivate struct Enforcer {
    var reach: EnforcerReach
    /// The decisions that it was sent and hasn't acknowledged, oldest first.
    var unacknowledged: [UInt64] = []
    /// The latest of them that it was sent at once.
    var latestAtOnce: UInt64?
    /// Whether it let a deadline pass; no reply waits for it until it acknowledges something.
    var isLate = false
  }

  private var waits: [Wait] = []
  private var enforcers: [ConnectionID: Enforcer] = [:]

  /// The time at which the first held line is sent even without acknowledgement.
  ///
  /// The lines are in deadline order, except after a reload that shortens the timeout: then a line
  /// goes out together with those before it.
  var deadline: Instant? { waits.first?.deadline }

  /// Returns whether a reply to `user` waits for any enforcer that was sent decision `seq`, the
  /// latest.
  func isAwaited(for seq: UInt64, by user: UserID) -> Bool {
    enforcers.values.contains { $0.isAwaited(for: seq, by: user) }
  }

  /// The reach of an enforcer; nil if the connection isn't one.
  func reach(of enforcer: ConnectionID) -> EnforcerReach? { enforcers[enforcer]?.reach }

  /// The enforcers of each reach.
  var enforcersByReach: [EnforcerReach: [ConnectionID]] {
    enforcers.reduce(into: [:]) { $0[$1.value.reach, default: []].append($1.key) }
  }

  mutating func attach(_ enforcer: ConnectionID, _ reach: EnforcerReach) {
    enforcers[enforcer, default: Enforcer(reach: reach)].reach = reach
  }

  /// Records that the enforcer is sent decision `seq`, at once or after a batch of its own that is
  /// open; unacknowledged decisions are kept only up to a limit, since no line waits that long.
  mutating func sent(_ seq: UInt64, to enforcer: ConnectionID, atOnce: Bool = true) {
    enforcers[enforcer]?.unacknowledged.append(seq)
    if atOnce { enforcers[enforcer]?.latestAtOnce = seq }
    if let count = enforcers[enforcer]?.unacknowledged.count, count > EnforcementGate.remembered {
      enforcers[enforcer]?.unacknowledged.removeFirst(count - EnforcementGate.remembered / 2)
    }
  }

  /// Holds `line`, a reply to `user`, until every enforcer that it waits for has acknowledged
  /// decision `seq`, the latest.
  mutating func hold(_ line: HeldLine, until seq: UInt64, by user: UserID, deadline: Instant) {
    let awaited = enforcers.lazy.filter { $0.value.isAwaited(for: seq, by: user) }.map { $0.key }
    waits.append(Wait(line: line, seq: seq, enforcers: Set(awaited), deadline: deadline))
  }

  /// Records that an enforcer has carried out every decision up to `seq`.
  ///
  /// - Returns: The lines that may be sent now; none if the enforcer was never sent that decision.
  mutating func acknowledge(_ seq: UInt64, by enforcer: ConnectionID) -> [HeldLine] {
    guard let index = enforcers[enforcer]?.unacknowledged.firstIndex(of: seq) else { return [] }
    enforcers[enforcer]?.unacknowledged.removeFirst(index + 1)
    enforcers[enforcer]?.isLate = false
    for index in waits.indices where waits[index].seq <= seq {
      waits[index].enforcers.remove(enforcer)
    }
    return takeLines { $0.enforcers.isEmpty }
  }

  /// The enforcers that any line waits for.
  var awaited: Set<ConnectionID> { waits.reduce(into: []) { $0.formUnion($1.enforcers) } }

  /// Waits no longer for an enforcer, which can't acknowledge what it was sent before the lines that
  /// wait are released.
  mutating func excuse(_ enforcer: ConnectionID) -> [HeldLine] {
    for index in waits.indices { waits[index].enforcers.remove(enforcer) }
    return takeLines { $0.enforcers.isEmpty }
  }

  /// Removes a connection: as an enforcer it counts as having acknowledged everything, and its own
  /// held lines are released.
  mutating func leave(_ connection: ConnectionID) -> [HeldLine] {
    detach(connection) + releaseLines(of: connection)
  }

  /// Treats everything sent to an enforcer as acknowledged, and keeps it attached with a new reach.
  mutating func restart(_ enforcer: ConnectionID, _ reach: EnforcerReach) -> [HeldLine] {
    let lines = detach(enforcer)
    attach(enforcer, reach)
    return lines
  }

  /// Detaches an enforcer: it counts as having acknowledged everything.
  private mutating func detach(_ enforcer: ConnectionID) -> [HeldLine] {
    guard enforcers.removeValue(forKey: enforcer) != nil else { return [] }
    return excuse(enforcer)
  }

  /// Releases the lines held on a connection whose peer has sent its last byte and only reads now.
  mutating func releaseLines(of connection: ConnectionID) -> [HeldLine] {
    takeLines { $0.line.connection == connection }
  }

  /// Releases the lines whose deadline has passed at `now`; whoever they waited for is late.
  mutating func expire(at now: Instant) -> [HeldLine] {
    guard !waits.isEmpty else { return [] }
    for wait in waits where wait.deadline <= now {
      for enforcer in wait.enforcers { enforcers[enforcer]?.isLate = true }
    }
    return takeLines { $0.deadline <= now }
  }

  /// Releases all lines, at the end of the daemon (R1).
  mutating func releaseAll() -> [HeldLine] { takeLines { _ in true } }

  private mutating func takeLines(where isFree: (Wait) -> Bool) -> [HeldLine] {
    guard waits.contains(where: isFree) else { return [] }
    let lines = waits.filter(isFree).map { $0.line }
    waits.removeAll(where: isFree)
    return lines
  }

  private static let remembered = 1024
}

extension EnforcementGate.Enforcer {
  fileprivate func isAwaited(for seq: UInt64, by user: UserID) -> Bool {
    latestAtOnce == seq && !isLate && reach.delays(user)
  }
}
