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

/// Which list a session is in: only these three concern others.
enum Standing: Int { case active, interrupted, offering }

/// All sessions in slots, listed by standing and class, so that K of S are found in about K.
struct SessionTable: Equatable {
  private var sessions: [Session] = []
  /// Each session's contender, kept beside it: walks over many ask nothing else.
  private var contenders: [Contender] = []
  private var nodes: [Node] = []
  private var free: [Slot] = []
  private var index: [SessionID: Slot] = [:]
  private var lists = [List](repeating: List(), count: 3 * SessionClass.count)
  private var occupied = [ClassSet](repeating: ClassSet(), count: 3)

  /// A session's place in the list of its standing and class.
  private struct Node: Equatable, BitwiseCopyable {
    var next = Slot.none
    var previous = Slot.none
    var list: Int32 = -1
  }

  private struct List: Equatable, BitwiseCopyable {
    var head = Slot.none
    var tail = Slot.none
  }

  subscript(slot: Slot) -> Session { sessions[Int(slot.index)] }

  func contender(_ slot: Slot) -> Contender { contenders[Int(slot.index)] }

  func slot(of id: SessionID) -> Slot? { index[id] }

  /// All sessions, by number.
  var all: [Slot] { index.sorted { $0.key < $1.key }.map(\.value) }

  mutating func insert(_ session: Session) -> Slot {
    let slot: Slot
    if let reused = free.popLast() {
      slot = reused
      sessions[Int(slot.index)] = session
      contenders[Int(slot.index)] = session.contender
      nodes[Int(slot.index)] = Node()
    } else {
      slot = Slot(index: Int32(sessions.count))
      sessions.append(session)
      contenders.append(session.contender)
      nodes.append(Node())
    }
    index[session.id] = slot
    relist(slot)
    return slot
  }

  /// Forgets a session that closed.
  mutating func remove(_ slot: Slot) {
    unlink(slot)
    index[self[slot].id] = nil
    free.append(slot)
  }

  /// Puts the session's new fields in place and moves it to the list where it now belongs.
  mutating func update(_ slot: Slot, _ session: Session) {
    sessions[Int(slot.index)] = session
    contenders[Int(slot.index)] = session.contender
    relist(slot)
  }

  /// Changes the ducking tallies, which move a session to no other list.
  mutating func tally(_ slot: Slot, _ body: (inout Session) -> Void) {
    body(&sessions[Int(slot.index)])
  }

  /// The classes that have anybody of this standing.
  func classes(_ standing: Standing) -> ClassSet { occupied[standing.rawValue] }

  /// All sessions of the standing, or those in the classes; none may be moved on the way.
  func walk(_ standing: Standing, in classes: ClassSet? = nil) -> Walk {
    let occupied = occupied[standing.rawValue]
    return Walk(standing: standing, left: classes?.intersection(occupied) ?? occupied)
  }

  /// A way through some of the lists.
  ///
  /// A value with a position and no closure: a closure would have to hold the whole table.
  struct Walk {
    let standing: Standing
    fileprivate(set) var left: ClassSet
    fileprivate(set) var slot = Slot.none

    fileprivate init(standing: Standing, left: ClassSet) {
      self.standing = standing
      self.left = left
    }

    mutating func next(in table: borrowing SessionTable) -> Slot? {
      if slot != .none { slot = table.nodes[Int(slot.index)].next }
      while slot == .none, let member = left.first {
        left.remove(member)
        slot = table.lists[standing.rawValue * SessionClass.count + member.index].head
      }
      return slot == .none ? nil : slot
    }
  }

  private mutating func relist(_ slot: Slot) {
    let wanted = list(of: slot)
    guard wanted != nodes[Int(slot.index)].list else { return }
    unlink(slot)
    guard wanted >= 0 else { return }
    let tail = lists[Int(wanted)].tail
    nodes[Int(slot.index)] = Node(next: .none, previous: tail, list: wanted)
    if tail == .none {
      lists[Int(wanted)].head = slot
      occupied[Int(wanted) / SessionClass.count].insert(
        SessionClass(index: Int(wanted) % SessionClass.count)
      )
    } else {
      nodes[Int(tail.index)].next = slot
    }
    lists[Int(wanted)].tail = slot
  }

  private mutating func unlink(_ slot: Slot) {
    let node = nodes[Int(slot.index)]
    guard node.list >= 0 else { return }
    let list = Int(node.list)
    if node.previous == .none {
      lists[list].head = node.next
    } else {
      nodes[Int(node.previous.index)].next = node.next
    }
    if node.next == .none {
      lists[list].tail = node.previous
    } else {
      nodes[Int(node.next.index)].previous = node.previous
    }
    if lists[list].head == .none {
      occupied[list / SessionClass.count].remove(SessionClass(index: list % SessionClass.count))
    }
    nodes[Int(slot.index)] = Node()
  }

  private func list(of slot: Slot) -> Int32 {
    let standing: Standing
    switch sessions[Int(slot.index)].state {
    case .active: standing = .active
    case .interrupted: standing = .interrupted
    case .inactive:
      guard sessions[Int(slot.index)].offer != nil else { return -1 }
      standing = .offering
    }
    let member = contenders[Int(slot.index)].sessionClass
    return Int32(standing.rawValue * SessionClass.count + member.index)
  }
}
