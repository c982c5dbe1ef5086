/// The ends of offers (R30) and leases (R48): a binary heap, so that a change costs the logarithm of
/// their number, and the earliest nothing.
package struct Deadlines: Equatable {
  /// One end; of several at the same time the lower session's comes first, and of one session the
  /// offer's.
  package struct Deadline: Comparable, BitwiseCopyable {
    package var at: Instant
    package var id: SessionID
    package var isLease: Bool

    package init(at: Instant, id: SessionID, isLease: Bool) {
      self.at = at
      self.id = id
      self.isLease = isLease
    }

    package static func < (left: Deadline, right: Deadline) -> Bool {
      (left.at, left.id, left.isLease ? 1 : 0) < (right.at, right.id, right.isLease ? 1 : 0)
    }
  }

  private struct Entry: Equatable, BitwiseCopyable {
    var deadline: Deadline
    var key: Int
  }

  /// No entry is later than those at twice its place plus 1 and plus 2.
  private var heap: [Entry] = []
  /// By key, the entry's place in the heap; −1: it has none.
  private var places: [Int32] = []

  package init() {}

  package var earliest: Deadline? { heap.first?.deadline }

  /// Enters the end of a session's offer, or of its lease; nil: it has none any more.
  mutating func set(_ end: Instant?, isLease: Bool, of id: SessionID, _ slot: Slot) {
    let deadline = end.map { Deadline(at: $0, id: id, isLease: isLease) }
    set(deadline, for: 2 * Int(slot.index) + (isLease ? 1 : 0))
  }

  /// Enters a deadline, or moves it, or forgets it.
  ///
  /// - Parameters:
  ///   - deadline: The deadline as it is now; nil: there is none any more.
  ///   - key: Names it; 0 or more, and small, since an array is indexed by it.
  package mutating func set(_ deadline: Deadline?, for key: Int) {
    while places.count <= key { places.append(-1) }
    let place = Int(places[key])
    if let deadline {
      let entry = Entry(deadline: deadline, key: key)
      if place < 0 { heap.append(entry) } else { heap[place] = entry }
      settle(entry, from: place < 0 ? heap.count - 1 : place)
    } else if place >= 0, let last = heap.popLast() {
      places[key] = -1
      if place < heap.count { settle(last, from: place) }
    }
  }

  /// Puts the entry where it belongs: at the place, or above it, or below it.
  private mutating func settle(_ entry: Entry, from place: Int) {
    var place = place
    while place > 0, entry.deadline < heap[(place - 1) / 2].deadline {
      put(heap[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    while let child = earlierChild(of: place), heap[child].deadline < entry.deadline {
      put(heap[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  private func earlierChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right].deadline < heap[left].deadline ? right : left
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    heap[place] = entry
    places[entry.key] = Int32(place)
  }
}
