/// How many duck each session how deep, so that the depth that remains when one leaves is found
/// without asking the others (R18).
struct DepthCounts: Equatable {
  /// How many depths there are.
  private let width: Int
  /// A row a slot.
  private var counts: [UInt16] = []

  init(_ width: Int) { self.width = width }

  /// Counts one more that ducks the session so deep, and says which depth is the deepest now.
  mutating func add(_ slot: Slot, _ depth: UInt16, deepest: UInt16) -> UInt16 {
    let row = Int(slot.index) * width
    while counts.count < row + width { counts.append(0) }
    counts[row + Int(depth)] += 1
    return min(depth, deepest)
  }

  /// Counts one less, and says which depth is the deepest that is left.
  mutating func remove(_ slot: Slot, _ depth: UInt16, deepest: UInt16) -> UInt16 {
    let row = Int(slot.index) * width
    counts[row + Int(depth)] -= 1
    guard depth == deepest, counts[row + Int(depth)] == 0 else { return deepest }
    let next = (Int(depth)..<width).first { counts[row + $0] > 0 }
    return next.map { UInt16($0) } ?? Interactions.noDepth
  }
}
