import AudioSessionTypes

/// A slot with its session's place in R13's order: the latest activated is the greatest.
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

/// All sessions, listed by standing and class, once all together and once by zone.
///
/// So the K sessions that an event concerns, of S, are found in time proportional to K, however
/// many zones there are.
struct SessionTable: Equatable {
  private(set) var zones = Zones()
  private var sessions = Records<Session>()
  /// By slot, each session's contender; walks over many sessions look at nothing else.
  private var contenders: [Contender] = []
  private var homes: [Home] = []
  private var index = NumberIndex()
  private var everywhere = ClassLists()
  private var byZone = [ClassLists()]
  private var links = Chains()
  private var zoneLinks = Chains()

  /// The number of the list that a session is in, and its zone's place.
  private struct Home: Equatable, BitwiseCopyable {
    var list: Int32 = -1
    var zone = Zones.none
  }

  subscript(slot: Slot) -> Session { sessions[slot] }

  func contender(_ slot: Slot) -> Contender { contenders[Int(slot.index)] }

  /// The place of the session's zone.
  func zone(_ slot: Slot) -> Int32 { homes[Int(slot.index)].zone }

  func slot(of id: SessionID) -> Slot? { index[id.number].map { Slot(index: $0) } }

  /// All sessions, by number.
  var all: [Slot] { all { _ in true } }

  /// The sessions that are wanted, by number.
  func all(where isWanted: (Session) -> Bool) -> [Slot] {
    index.all.map { Slot(index: $0) }.filter { isWanted(self[$0]) }
      .sorted { self[$0].id < self[$1].id }
  }

  /// The sessions of a standing that are wanted, all or those in the classes.
  func slots(
    _ standing: Standing,
    in classes: ClassSet? = nil,
    where isWanted: (Session) -> Bool
  ) -> [Slot] {
    var found: [Slot] = []
    var walk = walk(standing, in: classes)
    while let slot = walk.next(in: self) {
      if isWanted(self[slot]) { found.append(slot) }
    }
    return found
  }

  mutating func insert(_ session: Session, _ contender: Contender) -> Slot {
    let zone = zones.enter(session.scope.zone)
    while byZone.count < zones.count { byZone.append(ClassLists()) }
    let slot = sessions.insert(session)
    if homes.count < sessions.count {
      contenders.append(contender)
      homes.append(Home(zone: zone))
    } else {
      contenders[Int(slot.index)] = contender
      homes[Int(slot.index)] = Home(zone: zone)
    }
    index.insert(session.id.number, at: slot.index)
    relist(slot)
    return slot
  }

  /// Forgets a session that closed.
  mutating func remove(_ slot: Slot) {
    move(slot, to: -1)
    zones.leave(self[slot].scope.zone, zone(slot))
    index.remove(self[slot].id.number)
    sessions.remove(slot)
  }

  /// Replaces the session and moves it to the list where it now belongs.
  mutating func update(_ slot: Slot, _ session: Session, _ contender: Contender) {
    sessions[slot] = session
    contenders[Int(slot.index)] = contender
    relist(slot)
  }

  /// Changes the session's duckers or depth, which moves it to no other list.
  mutating func updateDucking(_ slot: Slot, _ body: (inout Session) -> Void) {
    sessions.update(slot, body)
  }

  /// Whether a session of the classes is active in a zone that allows it to meet `scope`.
  func hasActive(_ classes: ClassSet, around scope: Scope) -> Bool {
    var walk = walk(.active, in: classes, around: scope)
    return walk.next(in: self) != nil
  }

  /// Whether a session is active in the zone of that place.
  func hasActive(zone: Int32) -> Bool { !byZone[Int(zone)].classes(.active).isEmpty }

  /// A walk through the sessions of the standing, all or those in the classes; none may be moved
  /// until it is over.
  func walk(_ standing: Standing, in classes: ClassSet? = nil) -> Walk {
    Walk(self, standing, classes, everywhere: true, zone: Zones.none)
  }

  /// A walk through those of one zone only, by its place.
  func walk(_ standing: Standing, in classes: ClassSet? = nil, zone: Int32) -> Walk {
    Walk(self, standing, classes, everywhere: false, zone: zone)
  }

  /// A walk through those whose zone allows them to meet `scope` (R63), whatever the applications.
  func walk(_ standing: Standing, in classes: ClassSet? = nil, around scope: Scope) -> Walk {
    guard scope.zone != nil else { return walk(standing, in: classes) }
    var walk = walk(standing, in: classes, zone: Zones.none)
    walk.then = zones.place(of: scope.zone)
    return walk
  }

  /// A position in some of the lists.
  ///
  /// It isn't a sequence because that would have to hold the whole table.
  struct Walk {
    private let standing: Standing
    private let classes: ClassSet?
    private let everywhere: Bool
    private var zone: Int32
    /// The zone to go on with.
    fileprivate var then: Int32?
    /// The classes whose lists are still to come.
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
        slot =
          everywhere ? table.links.next(after: slot) : table.zoneLinks.next(after: slot)
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
    move(slot, to: ClassLists.number(standing(of: sessions[slot]), member))
  }

  private mutating func move(_ slot: Slot, to list: Int32) {
    let home = homes[Int(slot.index)]
    guard list != home.list else { return }
    everywhere.remove(slot, home.list, &links)
    everywhere.add(slot, list, &links)
    byZone[Int(home.zone)].remove(slot, home.list, &zoneLinks)
    byZone[Int(home.zone)].add(slot, list, &zoneLinks)
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
