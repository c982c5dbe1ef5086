/// What ends by itself and when: offers (R30) and leases, the earliest first.
struct Deadlines: Equatable {
  /// One end; two of one moment go by session, the offer before the lease.
  struct Deadline: Comparable, BitwiseCopyable {
    var at: Instant
    var id: SessionID
    var isLease: Bool

    static func < (left: Deadline, right: Deadline) -> Bool {
      (left.at, left.id, left.isLease ? 1 : 0) < (right.at, right.id, right.isLease ? 1 : 0)
    }
  }

  private var sorted: [Deadline] = []

  var earliest: Deadline? { sorted.first }

  mutating func insert(_ deadline: Deadline) {
    sorted.insert(deadline, at: position(of: deadline))
  }

  mutating func remove(_ deadline: Deadline) {
    let place = position(of: deadline)
    if place < sorted.count, sorted[place] == deadline { sorted.remove(at: place) }
  }

  private func position(of deadline: Deadline) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < deadline { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
