import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import RuleInvariants
import TestSupport

/// A random world of a few processes: what they ask for, and what befalls them.
///
/// Some share an application, there may be zones and roles, and reports come from all sides.
///
/// It follows its own sequence with the reference rules, so that it names sessions that exist.
struct EventGenerator {
  var generator: SplitMix64
  var world: NaiveArbiter
  private var now = Instant(nanoseconds: 1_000_000_000)
  var peers: [Peer] = []
  var connections: [SessionID: ConnectionID] = [:]
  var opened: UInt64 = 0
  var names: UInt64 = 10
  private var tastes: [Act: Double] = [:]
  var priorities: [Priority] = []
  var leases = 0.15
  /// Nil is no zone, which meets all (R63).
  var zones: [ZoneID?] = []
  /// The probability that a connection names an application.
  var company = 0.3
  /// The probability that a session is given a role.
  var casting = 0.2
  /// The probability that a request holds all grants.
  var trust = 0.95
  /// The probability that a report of the foreground puts the session in it.
  var presence = 0.6
  /// The probability that a mode is `spokenAudio`.
  var speech = 0.6
  /// The probability that a flag of the policy differs from its default.
  var variety = 0.1
  /// An option that many sessions name.
  var fashion: CategoryOptions = []
  /// All lengths and most steps of the clock are multiples of this, so that ends coincide.
  var grid = Duration.milliseconds(1)
  /// The events to come next, where one calls for another.
  var queued: [Event] = []
  /// Whether policies have lines of their own for the pair table.
  let variesTable: Bool

  /// - Parameters:
  ///   - seed: The same seed gives the same sequence.
  ///   - variesTable: Whether policies have lines of their own for the pair table.
  ///   - changesRoles: Whether reloads come often, and most sessions have roles.
  init(seed: UInt64, variesTable: Bool, changesRoles: Bool = false) {
    generator = SplitMix64(seed: seed)
    world = NaiveArbiter(policy: Policy())
    self.variesTable = variesTable
    variety = pick([0, 0.1, 0.3], 0.1)
    world = NaiveArbiter(policy: policy(after: Policy()))
    let rooms: [ZoneID?] = [nil, ZoneID(1), ZoneID(2), ZoneID(3)]
    zones = Array(rooms.prefix(pick([1, 1, 3, 4], 1)))
    company = pick([0, 0.3, 0.7], 0)
    casting = pick([0, 0.2, 0.5], 0)
    for number in UInt64(1)...4 { peers.append(peer(number)) }
    for act in Act.allCases { tastes[act] = pick([0.2, 1, 1, 4], 1) }
    priorities = (0..<3).map { _ in pick(Priority.allCases, .normal) }
    leases = pick([0.1, 0.3, 0.6], 0.1)
    trust = pick([0.95, 0.95, 0.6], 0.95)
    presence = pick([0.1, 0.5, 0.8], 0.5)
    speech = pick([0.3, 0.6, 0.9], 0.6)
    fashion = pick(
      CategoryOptions.named.map(\.option) + [.interruptSpokenAudioAndMixWithOthers, .duckOthers],
      []
    )
    grid = pick([.milliseconds(1), .milliseconds(500), .seconds(1)], .seconds(1))
    guard changesRoles else { return }
    tastes[.reload] = 6
    casting = 0.6
  }

  /// The policy in force.
  var policy: Policy { world.policy }

  /// The roles that a session may take now.
  var roles: [Kind] { world.rolesInForce }

  /// The configuration after a change.
  func configuration(_ old: Configuration, after change: ConfigurationChange) -> Configuration {
    world.configuration(old, after: change) ?? old
  }

  /// The time to the next end of a lease or offer; nil: there is none.
  var timeLeft: Duration? {
    world.earliestDeadline.flatMap { $0 > now ? $0.duration(since: now) : nil }
  }

  mutating func moments(count: Int) -> [Moment] { (0..<count).map { _ in nextMoment() } }

  private mutating func nextMoment() -> Moment {
    let event = nextEvent()
    if case .timePassed = event, let deadline = world.earliestDeadline, chance(0.8) {
      now = max(now, deadline)
    } else if chance(0.4) {
      now = now.advanced(by: grid == .milliseconds(1) ? length() / 10 : grid)
    }
    let result = world.apply(event, at: now)
    if chance(0.2) { queued += answers(to: result.effects) }
    if queued.isEmpty && chance(0.2) { queued += wayBack() }
    return Moment(event: event, now: now)
  }

  /// The kinds of events, and their frequencies; each sequence has preferences of its own.
  private enum Act: CaseIterable {
    case activate, deactivate, report, configure, close, evict, renew, reopen, end, route, time
    case reload, mute, muteByUser, sleep, silence, suspend, open

    var weight: Double {
      switch self {
      case .activate: 40
      case .deactivate, .report, .configure, .open: 12
      case .reopen, .route: 4
      case .close, .time, .suspend, .reload, .muteByUser: 2
      case .end, .mute, .sleep, .silence, .renew: 1.5
      case .evict: 1
      }
    }
  }

  private mutating func nextAct(opened: Int) -> Act {
    let open = opened < 4 ? 2 : opened < 10 ? 0.3 : 0
    let shares = Act.allCases.map { act in
      act.weight * (act == .open ? open : 1) * (tastes[act] ?? 1)
    }
    var rest = Double.random(in: 0..<shares.reduce(0, +), using: &generator)
    for (act, share) in zip(Act.allCases, shares) {
      if rest < share { return act }
      rest -= share
    }
    return .time
  }

  /// False if the session of an event that was queued is closed meanwhile.
  private func isPossible(_ event: Event) -> Bool {
    switch event {
    case .report(let id, _), .activate(let id, _, _, _), .configure(let id, _, _),
      .deactivate(let id, _), .renew(let id, _), .close(let id), .evict(let id),
      .setMutedByUser(let id, _, _, _):
      world.isOpen(id)
    case .started, .open, .reopen, .connectionEnded, .processEnded, .setMicrophoneMuted,
      .setSleeping, .setSilenced, .setSuspended, .setRoute, .reload, .timePassed:
      true
    }
  }

  private mutating func nextEvent() -> Event {
    while !queued.isEmpty {
      let event = queued.removeFirst()
      if isPossible(event) { return event }
    }
    let views = world.views
    guard let view = views.randomElement(using: &generator) else { return open() }
    // What the active do matters more than what the others do.
    let active = views.filter { $0.state == .active }.randomElement(using: &generator)
    let busy = chance(0.5) ? active ?? view : view
    switch nextAct(opened: views.count) {
    case .open: return open()
    case .activate:
      let others = views.filter { $0.state != .active }.randomElement(using: &generator)
      return activate(chance(0.8) ? others?.id ?? view.id : view.id)
    case .deactivate:
      let offered = views.filter(\.isOffered).randomElement(using: &generator)
      let leaving = chance(0.3) ? offered ?? busy : busy
      return .deactivate(leaving.id, notifyOthers: chance(0.5))
    case .report: return .report(busy.id, report())
    case .configure:
      if chance(0.2), let event = tellingChange(views) { return event }
      return .configure(busy.id, change(of: busy), grants: grants())
    case .close: return .close(view.id)
    case .evict: return .evict(view.id)
    case .renew:
      let leases = views.filter { $0.lease != nil }
      let offered = leases.filter(\.isOffered)
      let lease = pick(offered, pick(leases, view))
      return .renew(lease.id, lease: chance(0.3) ? nil : length())
    case .reopen: return reopen(views) ?? open()
    case .end: return connectionEnded(views)
    case .route: return changeRoute()
    case .time: return .timePassed
    case .reload: return .reload(policy(after: world.policy))
    case .muteByUser:
      let (muted, wants) = (directions(), chance(0.3))
      return .setMutedByUser(busy.id, muted, wantsUnmute: wants, reporter().id)
    case .mute: return reported { .setMicrophoneMuted($0, $1) }
    case .sleep: return reported { .setSleeping($0, $1) }
    case .silence: return reported { .setSilenced($0, $1) }
    case .suspend: return suspend(busy, views)
    }
  }
}
