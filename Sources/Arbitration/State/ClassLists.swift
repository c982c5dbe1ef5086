/// Which list a session is in: only these three concern others.
enum Standing: Int { case active, interrupted, offering }

/// Sessions listed by standing and class: all there are, or those of one zone.
struct ClassLists: Equatable {
  private var lists = [List](repeating: List(), count: 3 * SessionClass.count)
  private var occupied = [ClassSet](repeating: ClassSet(), count: 3)

  /// A session's place in a list.
  struct Node: Equatable, BitwiseCopyable {
    fileprivate(set) var next = Slot.none
    fileprivate var previous = Slot.none
  }

  private struct List: Equatable, BitwiseCopyable {
    var head = Slot.none
    var tail = Slot.none
  }

  /// The number of a list; −1: none.
  static func number(_ standing: Standing?, _ member: SessionClass) -> Int32 {
    standing.map { Int32($0.rawValue * SessionClass.count + member.index) } ?? -1
  }

  /// The classes that have anybody of this standing.
  func classes(_ standing: Standing) -> ClassSet { occupied[standing.rawValue] }

  func first(_ standing: Standing, _ member: SessionClass) -> Slot {
    lists[standing.rawValue * SessionClass.count + member.index].head
  }

  /// Puts a session at the end of a list.
  mutating func link(_ slot: Slot, _ list: Int32, _ nodes: inout [Node]) {
    guard list >= 0 else { return }
    let tail = lists[Int(list)].tail
    nodes[Int(slot.index)] = Node(next: .none, previous: tail)
    if tail == .none {
      lists[Int(list)].head = slot
      occupied[Int(list) / SessionClass.count].insert(
        SessionClass(index: Int(list) % SessionClass.count)
      )
    } else {
      nodes[Int(tail.index)].next = slot
    }
    lists[Int(list)].tail = slot
  }

  /// Takes a session out of the list that it is in.
  mutating func unlink(_ slot: Slot, _ list: Int32, _ nodes: inout [Node]) {
    guard list >= 0 else { return }
    let node = nodes[Int(slot.index)]
    if node.previous == .none {
      lists[Int(list)].head = node.next
    } else {
      nodes[Int(node.previous.index)].next = node.next
    }
    if node.next == .none {
      lists[Int(list)].tail = node.previous
    } else {
      nodes[Int(node.next.index)].previous = node.previous
    }
    if lists[Int(list)].head == .none {
      occupied[Int(list) / SessionClass.count].remove(
        SessionClass(index: Int(list) % SessionClass.count)
      )
    }
    nodes[Int(slot.index)] = Node()
  }
}
