import Arbitration
import AudioSessionTypes
import ReferenceRules

/// A random world of a few processes: what they ask for, and what befalls them.
///
/// It follows its own sequence with the reference rules, so that it names sessions that exist.
struct EventGenerator {
  private struct Peer {
    var process: ProcessID
    var connection: ConnectionID
    var user: UserID
  }

  var generator: SplitMix64
  private var world: NaiveArbiter
  private var now = Instant(nanoseconds: 1_000_000_000)
  private var peers: [Peer]
  private var connections: [SessionID: ConnectionID] = [:]
  private var opened: UInt64 = 0
  private var names: UInt64 = 10
  private var tastes: [Act: Double] = [:]
  var priorities: [Priority] = []
  private var leases = 0.15
  private let allowsReload: Bool

  private static let everybody = Reporter(connection: ConnectionID(101), user: nil)
  /// Who reports about the system: one of everybody's sessions, the others of one user's.
  private static let reporters = [
    everybody,
    Reporter(connection: ConnectionID(102), user: nil),
    Reporter(connection: ConnectionID(103), user: UserID(1000)),
    Reporter(connection: ConnectionID(104), user: UserID(1001)),
  ]

  init(seed: UInt64, policy: Policy = Policy(), allowsReload: Bool) {
    generator = SplitMix64(seed: seed)
    world = NaiveArbiter(policy: policy)
    self.allowsReload = allowsReload
    peers = (1...4).map { number in
      Peer(
        process: ProcessID(number),
        connection: ConnectionID(number),
        user: UserID(number == 4 ? 1001 : 1000)
      )
    }
    for act in Act.allCases { tastes[act] = pick([0.2, 1, 1, 4], 1) }
    priorities = (0..<3).map { _ in pick(Priority.allCases, .normal) }
    leases = pick([0.1, 0.1, 0.6], 0.1)
  }

  mutating func moments(count: Int) -> [Moment] { (0..<count).map { _ in nextMoment() } }

  private mutating func nextMoment() -> Moment {
    let event = nextEvent()
    if case .timePassed = event, let deadline = world.earliestDeadline, chance(0.8) {
      now = max(now, deadline)
    } else if chance(0.4) {
      now = now.advanced(by: .milliseconds(Int.random(in: 1...1500, using: &generator)))
    }
    _ = world.apply(event, at: now)
    return Moment(event: event, now: now)
  }

  /// What may happen, and how often beside the others; a sequence has preferences of its own.
  private enum Act: CaseIterable {
    case activate, deactivate, report, configure, close, evict, renew, reopen, end, route, time
    case reload, mute, sleep, suspend, open

    var weight: Double {
      switch self {
      case .activate: 28
      case .deactivate, .report, .configure, .open: 12
      case .close, .time: 3
      case .reopen, .end, .route, .mute, .sleep, .suspend, .reload: 2
      case .evict, .renew: 1
      }
    }
  }

  private mutating func nextAct(opened: Int) -> Act {
    let open = opened < 4 ? 2 : opened < 10 ? 0.3 : 0
    let shares = Act.allCases.map { act in
      let factor = act == .open ? open : act == .reload && !allowsReload ? 0 : 1
      return act.weight * factor * (tastes[act] ?? 1)
    }
    var rest = Double.random(in: 0..<shares.reduce(0, +), using: &generator)
    for (act, share) in zip(Act.allCases, shares) {
      if rest < share { return act }
      rest -= share
    }
    return .time
  }

  private mutating func nextEvent() -> Event {
    let views = world.views
    guard let view = views.randomElement(using: &generator) else { return open() }
    // What the active do matters more than what the others do.
    let active = views.filter { $0.state == .active }.randomElement(using: &generator)
    let busy = chance(0.5) ? active ?? view : view
    let reporter = pick(EventGenerator.reporters, EventGenerator.everybody)
    switch nextAct(opened: views.count) {
    case .open: return open()
    case .activate: return activate(view.id)
    case .deactivate: return .deactivate(view.id, notifyOthers: chance(0.5))
    case .report: return .report(busy.id, report())
    case .configure: return .configure(busy.id, change(of: busy), grants: grants())
    case .close: return .close(view.id)
    case .evict: return .evict(view.id)
    case .renew: return .renew(view.id, lease: chance(0.5) ? nil : length())
    case .reopen: return reopen(views) ?? open()
    case .end: return connectionEnded(views)
    case .route: return .setRoute(chance(0.7) ? .oldDeviceUnavailable : .newDeviceAvailable)
    case .time: return .timePassed
    case .reload: return .reload(policy())
    case .mute: return .setMicrophoneMuted(chance(0.5), reporter)
    case .sleep: return .setSleeping(chance(0.5), reporter)
    case .suspend: return .setSuspended(busy.owner.process, chance(0.5), reporter)
    }
  }

  private mutating func open() -> Event {
    let peer = peers[Int.random(in: 0..<peers.count, using: &generator)]
    opened += 1
    let id = SessionID(opened)
    let lease = chance(leases) ? length() : nil
    if lease == nil { connections[id] = peer.connection }
    return .open(
      id,
      Owner(process: peer.process, user: peer.user),
      change(of: nil),
      grants: grants(),
      lease: lease,
      isWithinLimits: chance(0.98)
    )
  }

  private mutating func reopen(_ views: [NaiveView]) -> Event? {
    let leases = views.filter { $0.lease != nil }
    guard let lease = leases.randomElement(using: &generator) else { return nil }
    let peer = peers.filter { $0.user == lease.owner.user }.randomElement(using: &generator)
    guard let peer else { return nil }
    let owner = Owner(process: peer.process, user: peer.user)
    let change = chance(0.5) ? ConfigurationChange() : change(of: lease)
    return .reopen(lease.id, owner, change, grants: grants(), lease: length())
  }

  private mutating func activate(_ id: SessionID) -> Event {
    let back = UInt64.random(in: 0...8, using: &generator)
    let ifSeq = chance(0.1) ? world.seq - min(back, world.seq) : nil
    return .activate(id, grants: grants(), ifSeq: ifSeq, notifyOthers: chance(0.05))
  }

  /// A client's connection, its process with it or not; or one of those that report.
  private mutating func connectionEnded(_ views: [NaiveView]) -> Event {
    if chance(0.4), let reporter = EventGenerator.reporters.randomElement(using: &generator) {
      return .connectionEnded(reporter.connection, sessions: [])
    }
    let index = Int.random(in: 0..<peers.count, using: &generator)
    let gone = peers[index]
    let isDeath = chance(0.7)
    names += 1
    peers[index].connection = ConnectionID(names)
    if isDeath { peers[index].process = ProcessID(names) }
    return .connectionEnded(
      gone.connection,
      sessions: views.map(\.id).filter { connections[$0] == gone.connection },
      orphaned: views.filter { isDeath && $0.lease != nil && $0.owner.process == gone.process }
        .map(\.id)
    )
  }
}
