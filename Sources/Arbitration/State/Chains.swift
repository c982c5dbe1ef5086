/// A number of a session's or another record's place in an array; given again once it is free.
struct Slot: Hashable, BitwiseCopyable {
  let index: Int32

  static let none = Slot(index: -1)
}

/// Doubly linked lists of slots, each slot in one list at most: joining and leaving a list costs
/// the same however long it is.
struct Chains: Equatable {
  private var links: [Link] = []

  /// One list.
  struct List: Equatable, BitwiseCopyable {
    fileprivate(set) var first = Slot.none
    fileprivate var last = Slot.none

    var isEmpty: Bool { first == .none }
  }

  private struct Link: Equatable, BitwiseCopyable {
    var next = Slot.none
    var previous = Slot.none
  }

  /// The next slot of the same list; `none` after the last.
  func next(after slot: Slot) -> Slot { links[Int(slot.index)].next }

  /// Puts a slot that is in no list at the end of one.
  mutating func append(_ slot: Slot, to list: inout List) {
    while links.count <= slot.index { links.append(Link()) }
    links[Int(slot.index)].previous = list.last
    if list.isEmpty { list.first = slot } else { links[Int(list.last.index)].next = slot }
    list.last = slot
  }

  /// Takes a slot out of the list that it is in.
  mutating func remove(_ slot: Slot, from list: inout List) {
    let link = links[Int(slot.index)]
    if link.previous == .none {
      list.first = link.next
    } else {
      links[Int(link.previous.index)].next = link.next
    }
    if link.next == .none {
      list.last = link.previous
    } else {
      links[Int(link.next.index)].previous = link.previous
    }
    links[Int(slot.index)] = Link()
  }
}

/// Records in slots.
struct Records<Record: Equatable & BitwiseCopyable & Sendable>: Equatable {
  private var records: [Record] = []
  private var free: [Slot] = []

  /// The number of slots, used or free.
  var count: Int { records.count }

  subscript(slot: Slot) -> Record {
    get { records[Int(slot.index)] }
    _modify { yield &records[Int(slot.index)] }
  }

  /// Puts the record in a free slot, or in a new one.
  mutating func insert(_ record: Record) -> Slot {
    if let slot = free.popLast() {
      self[slot] = record
      return slot
    }
    records.append(record)
    return Slot(index: Int32(records.count - 1))
  }

  /// Frees the slot; its record stays until the slot is given again.
  mutating func remove(_ slot: Slot) { free.append(slot) }
}
