import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// The requests of clients, and their connections' beginnings and ends.
extension EventGenerator {
  /// A process with its connections, which may be of two users: a program can change its own.
  struct Peer {
    var process: ProcessID
    var connections: [Link]
  }

  /// A connection; its application is its process's own or one that it named (R52).
  struct Link: Equatable {
    var id: ConnectionID
    var user: UserID
    var watchesLifecycle = false
    var application = ApplicationID(0)
    var namesApplication = false

    func owner(in process: ProcessID) -> Owner {
      Owner(process: process, user: user, watchesLifecycle: watchesLifecycle)
    }
  }

  mutating func peer(_ process: UInt64) -> Peer {
    let users = [UserID(chance(0.8) ? 1000 : 1001), UserID(chance(0.8) ? 1000 : 1001)]
    let links = users.prefix(chance(0.2) ? 2 : 1).map { user in
      names += 1
      let link = Link(id: ConnectionID(names), user: user, watchesLifecycle: chance(0.5))
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

  mutating func open() -> Event {
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
      Opening(
        id: id,
        owner: link.owner(in: peer.process),
        scope: Scope(application, zone: pick(zones, nil)),
        change: change(of: nil),
        grants: grants(),
        lease: lease,
        isWithinLimits: chance(0.98)
      )
    )
  }

  mutating func reopen(_ views: [NaiveView]) -> Event? {
    let leases = views.filter { $0.lease != nil }
    guard let lease = leases.randomElement(using: &generator) else { return nil }
    let user = lease.owner.user
    let openers = peers.filter { peer in
      peer.process != lease.owner.process && peer.connections.contains { $0.user == user }
    }
    let own = peers.first { $0.process == lease.owner.process }
    let opener = chance(0.8) ? openers.randomElement(using: &generator) : own
    let link = opener?.connections.first { $0.user == user }
    guard let opener, let link else { return nil }
    let owner = link.owner(in: opener.process)
    let change = chance(0.5) ? ConfigurationChange() : change(of: lease)
    let granted = grants()
    return .reopen(
      Reopening(id: lease.id, owner: owner, change: change, grants: granted, lease: length())
    )
  }

  mutating func activate(_ id: SessionID) -> Event {
    let back = UInt64.random(in: 0...8, using: &generator)
    let ifSeq = chance(0.1) ? world.seq - min(back, world.seq) : nil
    return .activate(id, grants: grants(), ifSeq: ifSeq, notifyOthers: chance(0.05))
  }

  /// A client's connection, its process with it or not; or one of those that report.
  mutating func connectionEnded(_ views: [NaiveView]) -> Event {
    if chance(0.4), let reporter = EventGenerator.reporters.randomElement(using: &generator) {
      return .connectionEnded(reporter.id, sessions: [])
    }
    let index = Int.random(in: 0..<peers.count, using: &generator)
    queued += endings(of: index, isDeath: chance(0.7), views)
    return queued.removeFirst()
  }

  /// A process leaves, or dies, and another takes its place; each connection ends by itself.
  mutating func endings(
    of index: Int,
    isDeath: Bool,
    _ views: [NaiveView]
  ) -> [Event] {
    let gone = peers[index]
    names += 1
    peers[index] = peer(isDeath ? names : gone.process.number)
    // A process without a connection lives on; its leases are orphaned with the last one's end.
    let orphaned = views.filter { isDeath && $0.lease != nil && $0.owner.process == gone.process }
    // The process ends with its last connection, or later than that.
    let endsLater = isDeath && chance(0.3)
    let endings = gone.connections.map { link in
      Event.connectionEnded(
        link.id,
        sessions: views.map(\.id).filter { connections[$0] == link.id },
        orphaned: link == gone.connections.last && !endsLater ? orphaned.map(\.id) : []
      )
    }
    return endings + (endsLater ? [.processEnded(orphaned: orphaned.map(\.id))] : [])
  }
}
