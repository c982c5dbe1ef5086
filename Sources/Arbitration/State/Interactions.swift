import AudioSessionTypes

/// The policy's table made ready: squares by place, depths by number, classes to walk (R59, R66).
struct Interactions: Equatable {
  /// The gains there are, the deepest first; a session's depth is a place in it (R18).
  let gains: [Double]
  let classes: ClassIndex
  private let count: Int
  private let squares: [Square]
  /// What stands at each place.
  private let kinds: [Kind]
  private let ordinary: UInt16
  private let strong: UInt16

  /// What happens, and the place of the square's own gain.
  struct Square: Equatable, BitwiseCopyable {
    var outcome: Outcome
    var depth: UInt16?
  }

  /// The depth of who isn't ducked.
  static let noDepth = UInt16.max

  /// Roles that were never heard of are named from now on.
  init(_ policy: Policy, naming names: inout KindNames) {
    let table = policy.table
    count = table.count
    let places = 0..<table.count
    let entries = places.flatMap { row in places.map { table[row, $0] } }
    let all = Set(entries.compactMap(\.gain) + [policy.duckGain, policy.strongDuckGain]).sorted()
    func depth(_ gain: Double) -> UInt16 { UInt16(all.firstIndex(of: gain) ?? 0) }
    gains = all
    ordinary = depth(policy.duckGain)
    strong = depth(policy.strongDuckGain)
    squares = entries.map { Square(outcome: $0.outcome, depth: $0.gain.map(depth)) }
    kinds = policy.kindNames.map { names.enter($0) }
    classes = ClassIndex(table, likes: places.map(policy.like))
  }

  subscript(newcomer: UInt8, current: UInt8) -> Square {
    squares[Int(newcomer) * count + Int(current)]
  }

  /// Where a kind stands; a role that isn't in force has no place, and none of its sessions asks.
  func place(of kind: Kind) -> UInt8 {
    guard kind.rawValue >= UInt32(Kind.builtIn.count) else { return UInt8(kind.rawValue) }
    return UInt8(kinds.firstIndex(of: kind) ?? 0)
  }

  /// Where a configured role stands among the policy's; nil: it isn't in force.
  func place(ofRole kind: Kind) -> Int? {
    kinds.firstIndex(of: kind).flatMap { $0 < Kind.builtIn.count ? nil : $0 - Kind.builtIn.count }
  }

  /// R18: how deep the one ducks the other by what the table says of them.
  func depth(_ encounter: Encounter, _ ducker: Contender, _ ducked: Contender) -> UInt16 {
    if let own = encounter.depth { return own }
    let isStrong =
      ducker.like.ducksStrongly && ducked.priority == .normal && ducked.like.isDuckedStrongly
      && encounter.reason.rule != .R9
    return isStrong ? strong : ordinary
  }
}
