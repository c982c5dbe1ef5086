import AudioSessionTypes

/// A class of sessions that the pair table and the priorities treat alike: a place in the table,
/// and a priority.
///
/// Of the 13 built-in kinds, 8 have one priority each, and the 5 that mix by their options may have
/// any of 5. That makes 33 classes, and with 32 roles, each of one priority, 65.
struct SessionClass: Equatable, BitwiseCopyable {
  let index: Int

  static var count: Int { builtInCount + Policy.maximumRoles }
  /// The 8 kinds of one priority, and the 5 kinds of any of 5.
  private static let builtInCount = 33

  init(index: Int) { self.index = index }

  /// The places 0…2 and 8…12 have one class each, 3…7 (those that mix) five, and each role one.
  init(_ priority: Priority, _ place: UInt8) {
    switch place {
    case 0...2: index = Int(place)
    case 3...7: index = 8 + (Int(place) - 3) * 5 + SessionClass.rank(priority)
    case 8...12: index = Int(place) - 5
    default: index = SessionClass.builtInCount + Int(place) - 13
    }
  }

  private static func rank(_ priority: Priority) -> Int {
    switch priority {
    case .normal: 0
    case .assistant: 1
    case .alarm: 2
    case .ringtone: 3
    case .phoneCall: 4
    }
  }
}

/// A set of classes, so that the classes that a newcomer touches are found by `&`.
struct ClassSet: Equatable, BitwiseCopyable {
  private var bits: UInt128 = 0

  var isEmpty: Bool { bits == 0 }

  /// The first class of the set; nil if it is empty.
  var first: SessionClass? {
    bits == 0 ? nil : SessionClass(index: bits.trailingZeroBitCount)
  }

  mutating func insert(_ member: SessionClass) { bits |= 1 &<< UInt128(member.index) }

  mutating func remove(_ member: SessionClass) { bits &= ~(1 &<< UInt128(member.index)) }

  func contains(_ member: SessionClass) -> Bool { bits &>> UInt128(member.index) & 1 == 1 }

  func intersection(_ other: ClassSet) -> ClassSet { ClassSet(bits: bits & other.bits) }

  func union(_ other: ClassSet) -> ClassSet { ClassSet(bits: bits | other.bits) }

  private init(bits: UInt128) { self.bits = bits }

  init() {}
}

/// The classes that may affect one another, by place in the table; worked out once for a policy.
struct ClassIndex: Equatable {
  /// The classes that a newcomer of the place may interrupt, and those that may refuse it.
  private(set) var interrupted: [ClassSet] = []
  private(set) var refusing: [ClassSet] = []
  /// The classes that may duck it or be ducked by it, whichever came first.
  private(set) var related: [ClassSet] = []
  /// The classes that may refuse a newcomer of any place.
  private(set) var refusingAny = ClassSet()
  /// The classes of each level of priority, 1…4.
  private var levels = [ClassSet](repeating: ClassSet(), count: 4)
  private(set) var calls = ClassSet()
  private(set) var assistants = ClassSet()
  /// The classes that shorten others' prompts (R51).
  private(set) var overPrompts = ClassSet()
  /// The classes during which system sounds are silent (R46).
  private(set) var overSystemSounds = ClassSet()

  init(_ table: PairTable, _ policy: Policy) {
    let likes = (0..<table.count).map(policy.like)
    var members = [ClassSet](repeating: ClassSet(), count: table.count)
    for (place, like) in likes.enumerated() {
      let isMadeOfOptions = place < Kind.builtInCount && like.isMixable && like != .accessibility
      for priority in isMadeOfOptions ? Priority.allCases : [like.priority] {
        let member = SessionClass(priority, UInt8(place))
        members[place].insert(member)
        levels[priority.level - 1].insert(member)
        switch priority {
        case .phoneCall: calls.insert(member)
        case .assistant: assistants.insert(member)
        case .normal, .alarm, .ringtone: break
        }
        if priority != .normal && priority != .assistant { overSystemSounds.insert(member) }
      }
    }
    overPrompts = assistants.union(calls)
    func classes(_ isMember: (Int) -> Bool) -> ClassSet {
      (0..<table.count).filter(isMember).reduce(into: ClassSet()) { $0 = $0.union(members[$1]) }
    }
    func mayDuck(_ newcomer: Int, _ current: Int) -> Bool {
      switch table[newcomer, current].outcome {
      // R41: a session of any kind may silence a banner's ring.
      case .mix: policy.bannerIsSilent
      case .interrupt: policy.bannerIsSilent || likes[newcomer].ducksWhatItInterrupts
      case .duck, .askToDuck, .duckNewcomer, .refuse: true
      }
    }
    for place in 0..<table.count {
      interrupted.append(classes { table[place, $0].outcome == .interrupt })
      refusing.append(classes { table[place, $0].outcome == .refuse })
      related.append(classes { mayDuck(place, $0) || mayDuck($0, place) })
    }
    refusingAny = refusing.reduce(into: ClassSet()) { $0 = $0.union($1) }
  }

  /// The classes of a level of priority, 1…4.
  func classes(ofLevel level: Int) -> ClassSet { levels[level - 1] }

  /// The classes of normal sessions.
  var normal: ClassSet { levels[0] }
}
