import AudioSessionTypes

/// Where a session lies in the table; reused after its end.
struct Slot: Hashable, BitwiseCopyable {
  let index: Int32

  static let none = Slot(index: -1)
}

/// A slot with its session's turn: the latest activated is the greatest (R13).
struct RankedSlot: Comparable, BitwiseCopyable {
  var slot: Slot
  var activation: UInt64
  var id: SessionID

  init(_ slot: Slot, _ session: Session) {
    self.slot = slot
    activation = session.activation
    id = session.id
  }

  static func < (left: RankedSlot, right: RankedSlot) -> Bool {
    (left.activation, left.id) < (right.activation, right.id)
  }
}

/// All sessions in slots, listed by standing and class, once all together and once by zone, so that
/// K of S are found in about K, however many zones there are.
struct SessionTable: Equatable {
  private(set) var zones = Zones()
  private var sessions: [Session] = []
  /// Each session's contender, kept beside it: walks over many ask nothing else.
  private var contenders: [Contender] = []
  private var homes: [Home] = []
  private var free: [Slot] = []
  private var index: [SessionID: Slot] = [:]
  private var everywhere = ClassLists()
  private var byZone = [ClassLists()]
  private var nodes: [ClassLists.Node] = []
  private var zoneNodes: [ClassLists.Node] = []

  /// The list that a session is in, and its zone's place.
  private struct Home: Equatable, BitwiseCopyable {
    var list: Int32 = -1
    var zone = Zones.none
  }

  subscript(slot: Slot) -> Session { sessions[Int(slot.index)] }

  func contender(_ slot: Slot) -> Contender { contenders[Int(slot.index)] }

  /// The place of the session's zone.
  func zone(_ slot: Slot) -> Int32 { homes[Int(slot.index)].zone }

  func slot(of id: SessionID) -> Slot? { index[id] }

  /// All sessions, by number.
  var all: [Slot] { all { _ in true } }

  /// All sessions that are wanted, by number.
  func all(where isWanted: (Session) -> Bool) -> [Slot] {
    index.values.filter { isWanted(self[$0]) }.sorted { self[$0].id < self[$1].id }
  }

  mutating func insert(_ session: Session, _ contender: Contender) -> Slot {
    let zone = zones.enter(session.scope.zone)
    while byZone.count < zones.count { byZone.append(ClassLists()) }
    let slot: Slot
    if let reused = free.popLast() {
      slot = reused
      sessions[Int(slot.index)] = session
      contenders[Int(slot.index)] = contender
      homes[Int(slot.index)] = Home(zone: zone)
    } else {
      slot = Slot(index: Int32(sessions.count))
      sessions.append(session)
      contenders.append(contender)
      homes.append(Home(zone: zone))
      nodes.append(ClassLists.Node())
      zoneNodes.append(ClassLists.Node())
    }
    index[session.id] = slot
    relist(slot)
    return slot
  }

  /// Forgets a session that closed.
  mutating func remove(_ slot: Slot) {
    move(slot, to: -1)
    zones.leave(self[slot].scope.zone, zone(slot))
    index[self[slot].id] = nil
    free.append(slot)
  }

  /// Puts the session's new fields in place and moves it to the list where it now belongs.
  mutating func update(_ slot: Slot, _ session: Session, _ contender: Contender) {
    sessions[Int(slot.index)] = session
    contenders[Int(slot.index)] = contender
    relist(slot)
  }

  /// Changes the ducking tally, which moves a session to no other list.
  mutating func tally(_ slot: Slot, _ body: (inout Session) -> Void) {
    body(&sessions[Int(slot.index)])
  }

  /// Whether anybody of the classes is active where `scope` could meet it.
  func hasActive(_ classes: ClassSet, around scope: Scope) -> Bool {
    var walk = walk(.active, in: classes, around: scope)
    return walk.next(in: self) != nil
  }

  /// Whether anybody is active in the zone of that place.
  func hasActive(zone: Int32) -> Bool { !byZone[Int(zone)].classes(.active).isEmpty }

  /// All sessions of the standing, or those in the classes; none may be moved on the way.
  func walk(_ standing: Standing, in classes: ClassSet? = nil) -> Walk {
    Walk(self, standing, classes, everywhere: true, zone: Zones.none)
  }

  /// Those of one zone only, by its place.
  func walk(_ standing: Standing, in classes: ClassSet? = nil, zone: Int32) -> Walk {
    Walk(self, standing, classes, everywhere: false, zone: zone)
  }

  /// Those whose zone allows that they meet `scope` (R63), whatever the applications.
  func walk(_ standing: Standing, in classes: ClassSet? = nil, around scope: Scope) -> Walk {
    guard scope.zone != nil else { return walk(standing, in: classes) }
    var walk = walk(standing, in: classes, zone: Zones.none)
    walk.then = zones.place(of: scope.zone)
    return walk
  }

  /// A way through some of the lists.
  ///
  /// A value with a position and no closure: a closure would have to hold the whole table.
  struct Walk {
    private let standing: Standing
    private let classes: ClassSet?
    private let everywhere: Bool
    private var zone: Int32
    /// The zone to go to afterwards.
    fileprivate var then: Int32?
    private var left: ClassSet
    private var slot = Slot.none

    fileprivate init(
      _ table: borrowing SessionTable,
      _ standing: Standing,
      _ classes: ClassSet?,
      everywhere: Bool,
      zone: Int32
    ) {
      self.standing = standing
      self.classes = classes
      self.everywhere = everywhere
      self.zone = zone
      let occupied =
        everywhere
        ? table.everywhere.classes(standing) : table.byZone[Int(zone)].classes(standing)
      left = classes?.intersection(occupied) ?? occupied
    }

    mutating func next(in table: borrowing SessionTable) -> Slot? {
      if slot != .none {
        let nodes = everywhere ? table.nodes[Int(slot.index)] : table.zoneNodes[Int(slot.index)]
        slot = nodes.next
      }
      while slot == .none {
        guard let member = left.first else {
          guard let zone = then else { return nil }
          self = Walk(table, standing, classes, everywhere: false, zone: zone)
          continue
        }
        left.remove(member)
        slot =
          everywhere
          ? table.everywhere.first(standing, member)
          : table.byZone[Int(zone)].first(standing, member)
      }
      return slot
    }
  }

  private mutating func relist(_ slot: Slot) {
    let member = contenders[Int(slot.index)].sessionClass
    move(slot, to: ClassLists.number(standing(of: sessions[Int(slot.index)]), member))
  }

  private mutating func move(_ slot: Slot, to list: Int32) {
    let home = homes[Int(slot.index)]
    guard list != home.list else { return }
    everywhere.unlink(slot, home.list, &nodes)
    everywhere.link(slot, list, &nodes)
    byZone[Int(home.zone)].unlink(slot, home.list, &zoneNodes)
    byZone[Int(home.zone)].link(slot, list, &zoneNodes)
    homes[Int(slot.index)].list = list
  }

  private func standing(of session: Session) -> Standing? {
    switch session.state {
    case .active: .active
    case .interrupted: .interrupted
    case .inactive: session.offer == nil ? nil : .offering
    }
  }
}
