/// The ends of offers (R30) and leases (R48), the earliest first.
struct Deadlines: Equatable {
  /// One end; of several at the same time the lower session's comes first, and of one session the
  /// offer's.
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

  /// Follows a session's change.
  mutating func update(_ before: Session, _ after: Session) {
    move(after.id, from: before.offer?.deadline, to: after.offer?.deadline, isLease: false)
    move(after.id, from: before.lease?.deadline, to: after.lease?.deadline, isLease: true)
  }

  private mutating func move(
    _ id: SessionID,
    from old: Instant?,
    to new: Instant?,
    isLease: Bool
  ) {
    guard old != new else { return }
    if let old {
      let deadline = Deadline(at: old, id: id, isLease: isLease)
      let place = position(of: deadline)
      if place < sorted.count, sorted[place] == deadline { sorted.remove(at: place) }
    }
    if let new {
      let deadline = Deadline(at: new, id: id, isLease: isLease)
      sorted.insert(deadline, at: position(of: deadline))
    }
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
