import AudioSessionArbitration

/// One user's share of the daemon: what is held for the user, and what waits to be carried out.
///
/// Users are treated alike, not connections: a user with two hundred connections gets no more of
/// the daemon's time than one with a single connection.
final class UserShare {
  let user: UserID
  var usage = Quotas.Usage()
  /// The time that the user's recent requests took.
  var recentTime = RecentTime()
  /// Connections with something to carry out, in order of arrival.
  var waiting = Queue<Connection>()
  /// Whether the user is in the run queue.
  var isInLine = false
  /// Whether a large request of the user was carried out in this turn.
  var hasHadLarge = false
  /// All connections of the user.
  private(set) var connections: [Connection] = []
  /// Connections whose large request waits for the user's other replies to be read.
  var parked: [Connection] = []
  /// The time at which parked requests stop waiting.
  var parkedUntil: Instant?

  init(_ user: UserID) { self.user = user }

  func add(_ connection: Connection) { connections.append(connection) }

  func remove(_ connection: Connection) { connections.removeAll { $0 === connection } }

  /// Returns the connection that holds most and isn't cut off; nil if there is none.
  func largest(by amount: (Connection.Bytes) -> Int) -> Connection? {
    connections.filter { $0.life.fault == nil }.max {
      amount($0.heldMark.accounted) < amount($1.heldMark.accounted)
    }
  }

  func isForgettable(at now: Int64) -> Bool {
    usage == Quotas.Usage() && !isInLine && parked.isEmpty && recentTime.value(at: now) == 0
  }
}

/// An amount of time spent, which halves every quarter of a second.
struct RecentTime: Equatable {
  private var nanoseconds: Int64 = 0
  /// The time of the latest halving.
  private var moment: Int64 = 0

  /// Returns what is left of it at `now`, both in nanoseconds.
  func value(at now: Int64) -> Int64 {
    let halvings = halvings(until: now)
    return halvings < 63 ? nanoseconds >> halvings : 0
  }

  mutating func add(_ spent: Int64, at now: Int64) {
    nanoseconds = value(at: now) + spent
    // Not `now`: what is added often would never be halved.
    moment += halvings(until: now) * RecentTime.halfLife
  }

  private func halvings(until now: Int64) -> Int64 { max(0, now - moment) / RecentTime.halfLife }

  private static let halfLife: Int64 = 250_000_000
}

/// A first-in, first-out queue that rarely moves the elements that stay.
struct Queue<Element> {
  /// Nil for those that were taken: whoever refers to them no longer does so here.
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count, let element = elements[head].take() else { return nil }
    head += 1
    if head == elements.count {
      elements.forgetAll()
      head = 0
    } else if head > 64 && head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
