/// The number of duckers of each session at each depth, so that the depth left when one of them
/// goes is found without asking the others (R18).
struct DepthCounts: Equatable {
  /// The number of depths.
  private let width: Int
  /// One row for each slot, `width` long.
  private var counts: [UInt16] = []

  init(_ width: Int) { self.width = width }

  /// Counts a ducker of that depth in, and returns the deepest depth there is now.
  mutating func add(_ slot: Slot, _ depth: UInt16, deepest: UInt16) -> UInt16 {
    let row = Int(slot.index) * width
    while counts.count < row + width { counts.append(0) }
    counts[row + Int(depth)] += 1
    return min(depth, deepest)
  }

  /// Counts a ducker of that depth out, and returns the deepest depth that is left.
  mutating func remove(_ slot: Slot, _ depth: UInt16, deepest: UInt16) -> UInt16 {
    let row = Int(slot.index) * width
    counts[row + Int(depth)] -= 1
    guard depth == deepest, counts[row + Int(depth)] == 0 else { return deepest }
    let next = (Int(depth)..<width).first { counts[row + $0] > 0 }
    return next.map { UInt16($0) } ?? Interactions.noDepth
  }
}
