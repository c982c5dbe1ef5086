import Arbitration
import AudioSessionTypes
import ReferenceRules

/// A random world of a few processes: what they ask for, and what befalls them.
///
/// Some share an application, there may be zones and roles, and reports come from all sides.
///
/// It follows its own sequence with the reference rules, so that it names sessions that exist.
struct EventGenerator {
  /// A process with its connections, which may be of two users: a program can change its own.
  private struct Peer {
    var process: ProcessID
    var connections: [Link]
  }

  /// A connection; its application is its process's own or one that it named (R52).
  private struct Link: Equatable {
    var id: ConnectionID
    var user: UserID
    var application = ApplicationID(0)
    var namesApplication = false
  }

  var generator: SplitMix64
  private var world: NaiveArbiter
  private var now = Instant(nanoseconds: 1_000_000_000)
  private var peers: [Peer] = []
  private var connections: [SessionID: ConnectionID] = [:]
  private var opened: UInt64 = 0
  private var names: UInt64 = 10
  private var tastes: [Act: Double] = [:]
  var priorities: [Priority] = []
  private var leases = 0.15
  /// Nil is no zone, which meets all (R63).
  private var zones: [ZoneID?] = []
  /// How often a connection names an application.
  private var company = 0.3
  /// How often a session is given a role.
  var casting = 0.2
  /// How often a request holds all grants.
  var trust = 0.95
  /// How often a report of the foreground is that the session is in it.
  var presence = 0.6
  /// How often a mode that is named is spoken audio's.
  var speech = 0.6
  /// An option that many sessions name.
  var fashion: CategoryOptions = []
  /// What all lengths and most steps of the clock are a multiple of, so that ends coincide.
  var grid = Duration.milliseconds(1)
  /// What is to happen next, where one thing calls for another.
  private var queued: [Event] = []
  /// Whether policies have lines of their own for the pair table.
  let variesTable: Bool

  /// Connections of no session, which report about the system; each has a user.
  private static let reporters = [
    Link(id: ConnectionID(901), user: UserID(1000)),
    Link(id: ConnectionID(902), user: UserID(1000)),
    Link(id: ConnectionID(903), user: UserID(1000)),
    Link(id: ConnectionID(904), user: UserID(1001)),
  ]

  init(seed: UInt64, variesTable: Bool) {
    generator = SplitMix64(seed: seed)
    world = NaiveArbiter(policy: Policy())
    self.variesTable = variesTable
    world = NaiveArbiter(policy: policy(after: Policy()))
    zones = pick([[nil], [nil], [nil, zone(1), zone(2)], [nil, zone(1), zone(2), zone(3)]], [nil])
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
  }

  private func zone(_ number: UInt64) -> ZoneID? { ZoneID(number) }

  /// The policy in force.
  var policy: Policy { world.policy }

  /// The roles that a session may take now.
  var roles: [Kind] { world.rolesInForce }

  /// What a change makes of a session's configuration.
  func configuration(_ old: Configuration, after change: ConfigurationChange) -> Configuration {
    world.configuration(old, after: change) ?? old
  }

  /// How long it is to what ends next; nil: nothing does.
  var timeLeft: Duration? {
    world.earliestDeadline.flatMap { $0 > now ? $0.duration(since: now) : nil }
  }

  private mutating func peer(_ process: UInt64) -> Peer {
    let users = [UserID(chance(0.8) ? 1000 : 1001), UserID(chance(0.8) ? 1000 : 1001)]
    let links = users.prefix(chance(0.2) ? 2 : 1).map { user in
      names += 1
      let link = Link(id: ConnectionID(names), user: user)
      return named(link, by: process)
    }
    return Peer(process: ProcessID(process), connections: links)
  }

  /// Two names for each user, and every process has its own number besides.
  private mutating func named(_ link: Link, by process: UInt64) -> Link {
    var link = link
    link.namesApplication = chance(company)
    let name = UInt64(link.user.number) * 10 + (chance(0.7) ? 1 : 2)
    link.application = ApplicationID(link.namesApplication ? name : 100_000 + process)
    return link
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
    return Moment(event: event, now: now)
  }

  /// What may happen, and how often beside the others; a sequence has preferences of its own.
  private enum Act: CaseIterable {
    case activate, deactivate, report, configure, close, evict, renew, reopen, end, route, time
    case reload, mute, sleep, silence, suspend, open

    var weight: Double {
      switch self {
      case .activate: 28
      case .deactivate, .report, .configure, .open: 12
      case .close, .time, .suspend: 3
      case .reopen: 4
      case .route: 4
      case .end, .mute, .sleep, .silence, .reload, .renew: 2
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

  /// What was queued of a session may come too late for it.
  private func isPossible(_ event: Event) -> Bool {
    switch event {
    case .report(let id, _), .activate(let id, _, _, _): world.isOpen(id)
    default: true
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
    case .activate: return activate(view.id)
    case .deactivate:
      let offered = views.filter(\.isOffered).randomElement(using: &generator)
      return .deactivate(chance(0.3) ? offered?.id ?? view.id : view.id, notifyOthers: chance(0.5))
    case .report: return .report(busy.id, report())
    case .configure:
      if chance(0.15), let ring = ring(views) { return answer(ring) }
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
    case .mute: return reported { .setMicrophoneMuted($0, $1) }
    case .sleep: return reported { .setSleeping($0, $1) }
    case .silence: return reported { .setSilenced($0, $1) }
    case .suspend: return suspend(busy, views)
    }
  }

  /// A ring on which others wait.
  private mutating func ring(_ views: [NaiveView]) -> NaiveView? {
    let awaited = Set(views.flatMap(\.blockers))
    let rings = views.filter { $0.configuration.priority == .ringtone && awaited.contains($0.id) }
    return rings.randomElement(using: &generator)
  }

  /// The ring becomes the call (R42), whatever it was by.
  private mutating func answer(_ ring: NaiveView) -> Event {
    var change = ConfigurationChange()
    change.priority = .phoneCall
    if ring.configuration.role != nil { change.role = ConfigurationChange.Role.none }
    return .configure(ring.id, change, grants: grants())
  }

  /// A report, and at times another one of the same connection, whose rights have changed since.
  private mutating func reported(_ event: (Bool, Reporter) -> Event) -> Event {
    let link = reporter()
    let isSo = chance(0.6)
    if chance(0.3) { queued.append(event(chance(0.3) ? isSo : !isSo, speaker(link))) }
    return event(isSo, speaker(link))
  }

  /// A connection that reports, at times a client's.
  private mutating func reporter() -> Link {
    let client = peers.randomElement(using: &generator)?.connections.first
    let reporter = pick(EventGenerator.reporters, EventGenerator.reporters[0])
    return chance(0.2) ? client ?? reporter : reporter
  }

  /// One of four routes, of which two have a built-in microphone, or the one there is at first.
  private mutating func changeRoute() -> Event {
    let number = pick([UInt64](0...4), 0)
    let route = RouteSummary(number: number, hasBuiltInMicrophone: number.isMultiple(of: 2))
    let reasons = [RouteChangeReason.oldDeviceUnavailable, .newDeviceAvailable, .override]
    let reason = chance(0.6) ? .oldDeviceUnavailable : pick(reasons, .override)
    return .setRoute(route, chance(0.15) ? nil : reason, speaker(reporter()))
  }

  /// Who reports over a connection, now with the right to speak for everybody and now without.
  private mutating func speaker(_ link: Link) -> Reporter {
    Reporter(connection: link.id, user: chance(0.5) ? nil : link.user)
  }

  /// A living process is suspended, or runs again; then it may die, or its lease change hands.
  private mutating func suspend(_ view: NaiveView, _ views: [NaiveView]) -> Event {
    let isKnown = !view.isOrphaned && chance(0.9)
    let process = isKnown ? view.owner.process : pick(peers.map(\.process), view.owner.process)
    let event = reported { .setSuspended(process, $0, $1) }
    if chance(0.15), let index = peers.firstIndex(where: { $0.process == process }) {
      queued += endings(of: index, isDeath: true, views)
      return event
    }
    let leases = views.filter { $0.lease != nil && $0.owner.process == process }
    guard chance(0.5), let again = reopen(leases) else { return event }
    queued.append(again)
    guard case .reopen(_, let owner, _, _, _) = again, chance(0.7) else { return event }
    queued.append(reported { .setSuspended(owner.process, $0, $1) })
    return event
  }

  private mutating func open() -> Event {
    let peer = peers[Int.random(in: 0..<peers.count, using: &generator)]
    let link = pick(peer.connections, peer.connections[0])
    opened += 1
    let id = SessionID(opened)
    let lease = chance(leases) ? length() : nil
    if lease == nil { connections[id] = link.id }
    // A lease is an application of its own, unless its opener's connection named one (R52).
    let isOwn = lease != nil && !link.namesApplication
    let application = isOwn ? ApplicationID(200_000 + opened) : link.application
    return .open(
      id,
      Owner(process: peer.process, user: link.user),
      Scope(application, zone: pick(zones, nil)),
      change(of: nil),
      grants: grants(),
      lease: lease,
      isWithinLimits: chance(0.98)
    )
  }

  private mutating func reopen(_ views: [NaiveView]) -> Event? {
    let leases = views.filter { $0.lease != nil }
    guard let lease = leases.randomElement(using: &generator) else { return nil }
    let user = lease.owner.user
    let openers = peers.filter { peer in
      peer.process != lease.owner.process && peer.connections.contains { $0.user == user }
    }
    let own = peers.first { $0.process == lease.owner.process }
    let opener = chance(0.8) ? openers.randomElement(using: &generator) : own
    guard let opener else { return nil }
    let owner = Owner(process: opener.process, user: user)
    let change = chance(0.5) ? ConfigurationChange() : change(of: lease)
    return .reopen(lease.id, owner, change, grants: grants(), lease: length())
  }

  private mutating func activate(_ id: SessionID) -> Event {
    let back = UInt64.random(in: 0...8, using: &generator)
    let ifSeq = chance(0.1) ? world.seq - min(back, world.seq) : nil
    return .activate(id, grants: grants(), ifSeq: ifSeq, notifyOthers: chance(0.05))
  }

  /// Who was told to resume does what the rules let it do for a while (R11, R30, R65).
  private mutating func answers(to effects: [Effect]) -> [Event] {
    let told = effects.compactMap { effect -> SessionID? in
      if case .recommendation(let id, .shouldResume) = effect { id } else { nil }
    }
    guard let id = told.randomElement(using: &generator) else { return [] }
    let hides = Event.report(id, Report(foreground: false))
    let plays = Event.report(id, Report(playing: true))
    let comes = activate(id)
    return [hides, comes, plays].filter { _ in chance(0.7) }.shuffled(using: &generator)
  }

  /// A client's connection, its process with it or not; or one of those that report.
  private mutating func connectionEnded(_ views: [NaiveView]) -> Event {
    if chance(0.4), let reporter = EventGenerator.reporters.randomElement(using: &generator) {
      return .connectionEnded(reporter.id, sessions: [])
    }
    let index = Int.random(in: 0..<peers.count, using: &generator)
    queued += endings(of: index, isDeath: chance(0.7), views)
    return queued.removeFirst()
  }

  /// A process leaves, or dies, and another takes its place; each connection ends by itself.
  private mutating func endings(
    of index: Int,
    isDeath: Bool,
    _ views: [NaiveView]
  ) -> [Event] {
    let gone = peers[index]
    names += 1
    peers[index] = peer(isDeath ? names : gone.process.number)
    // A process without a connection lives on; its leases are orphaned with the last one's end.
    let orphaned = views.filter { isDeath && $0.lease != nil && $0.owner.process == gone.process }
    return gone.connections.map { link in
      Event.connectionEnded(
        link.id,
        sessions: views.map(\.id).filter { connections[$0] == link.id },
        orphaned: link == gone.connections.last ? orphaned.map(\.id) : []
      )
    }
  }
}
