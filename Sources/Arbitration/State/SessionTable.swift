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

/// All sessions, listed by standing and class: once by zone, and those with a zone once together.
///
/// So the K sessions that an event concerns, of S, are found in time proportional to K, however
/// many zones there are.
struct SessionTable: Equatable {
  private(set) var zones = Zones()
  private var sessions = Records<Session>()
  /// By slot, each session's contender; walks over many sessions look at nothing else.
  private var contenders: [Contender] = []
  /// Of the sessions that had any.
  private var incidents: [Slot: Incidents] = [:]
  /// Of the sessions that have any.
  private var wishes: [Slot: SoundWishes] = [:]
  private var homes: [Home] = []
  private var index = NumberIndex()
  /// By the zone's place.
  private var byZone = [ClassLists()]
  private var zoned = ClassLists()
  private var links = Chains()
  private var zonedLinks = Chains()

  /// The list that a session is in, its zone's place, and what few rules ask.
  private struct Home: Equatable, BitwiseCopyable {
    var listing: Listing?
    var zone: Int32
    var details: SessionDetails
  }

  subscript(slot: Slot) -> Session { sessions[slot] }

  func contender(_ slot: Slot) -> Contender { contenders[Int(slot.index)] }

  func scope(_ slot: Slot) -> Scope { contenders[Int(slot.index)].scope }

  func details(_ slot: Slot) -> SessionDetails { homes[Int(slot.index)].details }

  func incidents(_ slot: Slot) -> Incidents { incidents[slot] ?? Incidents() }

  func wishes(_ slot: Slot) -> SoundWishes {
    wishes.isEmpty ? SoundWishes() : wishes[slot] ?? SoundWishes()
  }

  func mutes(_ slot: Slot) -> Mutes { wishes(slot).mutes }

  /// Whether any session has wishes; on most machines none has.
  var hasWishes: Bool { !wishes.isEmpty }

  /// The open sessions with any wish, the latest activated first.
  var wishing: [Slot] {
    wishes.keys.filter { !self[$0].isClosed }.map { RankedSlot($0, self[$0]) }.sorted(by: >)
      .map { $0.slot }
  }

  func owner(_ slot: Slot) -> Owner { details(slot).ownership.owner }

  /// The place of the session's zone.
  func zone(_ slot: Slot) -> Int32 { homes[Int(slot.index)].zone }

  func slot(of id: SessionID) -> Slot? { index[id.number].map { Slot(index: $0) } }

  /// The sessions that are wanted, or all, by number.
  func all(where isWanted: (Slot) -> Bool = { _ in true }) -> [Slot] {
    index.all.map { Slot(index: $0) }.filter(isWanted)
      .sorted { self[$0].id < self[$1].id }
  }

  /// The sessions of a standing that are wanted, all or those in the classes.
  func slots(
    _ standing: Standing,
    in classes: ClassSet? = nil,
    where isWanted: (Slot) -> Bool
  ) -> [Slot] {
    var found: [Slot] = []
    var walk = walk(standing, in: classes)
    while let slot = walk.next(in: self) {
      if isWanted(slot) { found.append(slot) }
    }
    return found
  }

  mutating func insert(
    _ session: Session,
    _ contender: Contender,
    _ ownership: Ownership
  ) -> Slot {
    let zone = zones.enter(contender.scope.zone)
    while byZone.count < zones.count { byZone.append(ClassLists()) }
    let slot = sessions.insert(session)
    let home = Home(zone: zone, details: SessionDetails(ownership: ownership))
    if homes.count < sessions.count {
      contenders.append(contender)
      homes.append(home)
    } else {
      contenders[Int(slot.index)] = contender
      homes[Int(slot.index)] = home
    }
    index.insert(session.id.number, at: slot.index)
    relist(slot)
    return slot
  }

  /// Forgets a session that closed.
  mutating func remove(_ slot: Slot) {
    move(slot, to: nil)
    zones.leave(scope(slot).zone, zone(slot))
    index.remove(self[slot].id.number)
    incidents[slot] = nil
    wishes[slot] = nil
    sessions.remove(slot)
  }

  /// Changes the session in place; only ``Arbiter/change(_:_:_:)`` does, which makes all else
  /// follow.
  mutating func update(_ slot: Slot, _ body: (inout Session) -> Void) {
    body(&sessions[slot])
  }

  mutating func updateDetails(_ slot: Slot, _ body: (inout SessionDetails) -> Void) {
    body(&homes[Int(slot.index)].details)
  }

  mutating func updateIncidents(_ slot: Slot, _ body: (inout Incidents) -> Void) {
    var changed = incidents(slot)
    body(&changed)
    incidents[slot] = changed == Incidents() ? nil : changed
  }

  mutating func setWishes(_ slot: Slot, _ new: SoundWishes) {
    wishes[slot] = new == SoundWishes() ? nil : new
  }

  /// Moves the session to the list where it belongs with this contender.
  mutating func relist(_ slot: Slot, _ contender: Contender) {
    contenders[Int(slot.index)] = contender
    relist(slot)
  }

  /// A walk through the sessions of the standing, all or those in the classes, whose zone allows them
  /// to meet `scope` (R63), whatever the applications; none may be moved until it is over.
  @inline(__always)
  func walk(
    _ standing: Standing,
    in classes: ClassSet? = nil,
    around scope: Scope? = nil
  ) -> Walk {
    let zoned = scope?.zone.map { zones.place(of: $0) } ?? Walk.zoned
    let then = zones.count == 1 ? nil : zoned
    return Walk(self, standing, classes, Zones.none, then: then)
  }

  /// A walk through those of one zone only, by its place.
  func walk(_ standing: Standing, in classes: ClassSet, zone: Int32) -> Walk {
    Walk(self, standing, classes, zone, then: nil)
  }

  /// A position in some of the lists: those of one part of the sessions, and then of another.
  ///
  /// It isn't a sequence because that would have to hold the whole table.
  struct Walk {
    /// The part of all sessions that have a zone; any other is a zone's, by its place.
    fileprivate static let zoned: Int32 = -1

    private let standing: Standing
    private var part: Int32
    private let then: Int32
    /// The classes whose lists are still to come, of this part and of the next.
    private var left: ClassSet
    private var later = ClassSet()
    private var slot = Slot.none

    @inline(__always)
    fileprivate init(
      _ table: borrowing SessionTable,
      _ standing: Standing,
      _ classes: ClassSet?,
      _ part: Int32,
      then: Int32?
    ) {
      self.standing = standing
      self.part = part
      self.then = then ?? part
      left = table.classes(part, standing)
      if let then { later = table.classes(then, standing) }
      if let classes {
        left = left.intersection(classes)
        later = later.intersection(classes)
      }
    }

    @inline(__always)
    mutating func next(in table: borrowing SessionTable) -> Slot? {
      if slot != .none {
        slot =
          part == Walk.zoned ? table.zonedLinks.next(after: slot) : table.links.next(after: slot)
      }
      return slot == .none ? nextFirst(in: table) : slot
    }

    /// The first session of the next list.
    @inline(never)
    private mutating func nextFirst(in table: borrowing SessionTable) -> Slot? {
      if left.isEmpty { (part, left, later) = (then, later, ClassSet()) }
      guard let member = left.first else { return nil }
      left.remove(member)
      slot =
        part == Walk.zoned
        ? table.zoned.first(standing, member) : table.byZone[Int(part)].first(standing, member)
      return slot
    }
  }

  /// The classes that have sessions of this standing in a part, such as a zone by its place.
  @inline(__always)
  func classes(_ part: Int32, _ standing: Standing) -> ClassSet {
    part == Walk.zoned ? zoned.classes(standing) : byZone[Int(part)].classes(standing)
  }

  private mutating func relist(_ slot: Slot) {
    let member = contenders[Int(slot.index)].sessionClass
    move(slot, to: sessions[slot].standing.map { Listing(member: member, standing: $0) })
  }

  private mutating func move(_ slot: Slot, to listing: Listing?) {
    let home = homes[Int(slot.index)]
    guard listing != home.listing else { return }
    byZone[Int(home.zone)].move(slot, from: home.listing, to: listing, &links)
    if home.zone != Zones.none { zoned.move(slot, from: home.listing, to: listing, &zonedLinks) }
    homes[Int(slot.index)].listing = listing
  }
}

extension Session {
  fileprivate var standing: Standing? {
    switch phase {
    case .active: .active
    case .interrupted: .interrupted
    case .inactive(let it): it.offer == nil ? nil : .offering
    case .closed: nil
    }
  }
}
