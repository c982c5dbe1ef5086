import AudioSessionTypes

/// The policy's pair table, ready for use: squares by place, depths by number, and the classes to
/// walk (R59, R66).
///
/// It never changes, so that it is an object: a copy of the arbiter shares it.
final class Interactions: Equatable, Sendable {
  /// All gains that the policy names, linear, 0…1, the deepest first; a depth is a place in this
  /// list (R18).
  let gains: [Double]
  /// The depth 0 of a banner's ring, where the policy silences it (R41).
  let silence: UInt16?
  let classes: ClassIndex
  private let count: Int
  private let squares: [IndexedSquare]
  /// By place.
  private let kinds: [Kind]
  /// The depths of `Policy.duckGain` and of `Policy.strongDuckGain`.
  private let ordinary: UInt16
  private let strong: UInt16
  /// R9: playback may start during a call.
  let allowsPlaybackDuringCall: Bool
  /// R52: sessions of one application meet in the table.
  private let meetsWithinApplication: Bool
  /// By place: sessions of the role duck, and are ducked, within an application (R52).
  private let ducksWithinApplication: [Bool]
  /// Whether any session may be asked to lower itself.
  let asks: Bool
  /// Whether owners are told just what enforcers do (R16).
  let tellsWhatIsEnforced: Bool

  struct IndexedSquare: Equatable, BitwiseCopyable {
    /// Never `askToDuck`, which is `duck` and ``isAsked``.
    var outcome: Outcome
    /// Whether the ducked session is asked to lower itself, and isn't lowered.
    var isAsked: Bool
    /// The place of the square's own gain in `gains`; nil: the policy's gain counts.
    var depth: UInt16?
  }

  /// The depth of a session that isn't ducked.
  static let noDepth = UInt16.max

  /// Makes the table of a policy; roles that are new get a kind.
  init(_ policy: Policy, naming names: inout KindNames) {
    let table = policy.table
    count = table.count
    let places = 0..<table.count
    let entries = places.flatMap { row in places.map { table[row, $0] } }
    let ofPolicy = [policy.duckGain, policy.strongDuckGain] + (policy.bannerIsSilent ? [0] : [])
    let all = Set(entries.compactMap { $0.gain } + ofPolicy).sorted()
    func depth(_ gain: Double) -> UInt16 {
      UInt16(require(all.firstIndex(of: gain), "gain \(gain) isn't among the policy's"))
    }
    gains = all
    silence = policy.bannerIsSilent ? 0 : nil
    meetsWithinApplication = policy.meetWithinApplication
    ducksWithinApplication = places.map { place in
      place >= Kind.builtInCount
        && policy.roles[place - Kind.builtInCount].ducksWithinApplication
    }
    allowsPlaybackDuringCall = policy.playbackDuringPhoneCall
    ordinary = depth(policy.duckGain)
    strong = depth(policy.strongDuckGain)
    asks =
      meetsWithinApplication || ducksWithinApplication.contains(true)
      || entries.contains { $0.outcome == .askToDuck }
    tellsWhatIsEnforced = policy.tellDucked && !asks
    squares = entries.map { entry in
      let isAsked = entry.outcome == .askToDuck
      return IndexedSquare(
        outcome: isAsked ? .duck : entry.outcome,
        isAsked: isAsked,
        depth: entry.gain.map(depth)
      )
    }
    kinds = policy.kindNames.map { names.enter($0) }
    classes = ClassIndex(table, policy)
  }

  static func == (one: Interactions, other: Interactions) -> Bool {
    one === other
      || one.gains == other.gains && one.squares == other.squares && one.kinds == other.kinds
        && one.allowsPlaybackDuringCall == other.allowsPlaybackDuringCall
        && one.silence == other.silence
        && one.meetsWithinApplication == other.meetsWithinApplication
        && one.ducksWithinApplication == other.ducksWithinApplication
  }

  subscript(newcomer: UInt8, current: UInt8) -> IndexedSquare {
    squares[Int(newcomer) * count + Int(current)]
  }

  /// The place of a kind; a role that isn't in force has none, and no session is of its kind.
  func place(of kind: Kind) -> UInt8 {
    guard kind.rawValue >= UInt32(Kind.builtInCount) else { return UInt8(kind.rawValue) }
    return UInt8(require(kinds.firstIndex(of: kind), "kind \(kind.rawValue) isn't in force"))
  }

  /// The place of a configured role among the policy's roles; nil if it isn't in force.
  func place(ofRole kind: Kind) -> Int? {
    kinds.firstIndex(of: kind).flatMap { $0 < Kind.builtInCount ? nil : $0 - Kind.builtInCount }
  }

  /// R52: how far two sessions of one application affect each other.
  func reachWithinApplication(
    _ newcomer: UInt8,
    _ current: UInt8
  ) -> ReachWithinApplication {
    if meetsWithinApplication { return .everything }
    return ducksWithinApplication[Int(newcomer)] || ducksWithinApplication[Int(current)]
      ? .ducking : .nothing
  }

  /// How far sessions of one application affect each other (R52).
  enum ReachWithinApplication { case nothing, ducking, everything }

  /// R18: the depth at which the one ducks the other.
  func depth(_ encounter: Encounter, _ ducker: Contender, _ ducked: Contender) -> UInt16 {
    if let own = encounter.depth { return own }
    let isStrong =
      ducker.like.ducksStrongly && ducked.priority == .normal && ducked.like.isDuckedStrongly
      && encounter.reason.rule != .R9
    return isStrong ? strong : ordinary
  }

  /// The gain of a depth, linear, 0…1; 1 for ``noDepth``.
  @inline(__always)
  func gain(_ depth: UInt16) -> Double {
    depth == Interactions.noDepth ? 1 : gains[Int(depth)]
  }
}
