import AudioSessionTypes

/// Everything that arbitration tells sessions apart by before it looks at one: priority and kind.
struct SessionClass: Equatable, BitwiseCopyable {
  let index: Int

  static let count = Priority.allCases.count * Kind.allCases.count

  init(index: Int) { self.index = index }

  init(_ priority: Priority, _ kind: Kind) {
    index = SessionClass.rank(priority) * 11 + Int(kind.rawValue)
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

/// A set of classes in one word: 55 of them, so whom a newcomer touches is found by `&`.
struct ClassSet: Equatable, BitwiseCopyable {
  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  /// The first class of the set; nil of an empty one.
  var first: SessionClass? { bits == 0 ? nil : SessionClass(index: bits.trailingZeroBitCount) }

  mutating func insert(_ member: SessionClass) { bits |= 1 << UInt64(member.index) }

  mutating func remove(_ member: SessionClass) { bits &= ~(1 << UInt64(member.index)) }

  func contains(_ member: SessionClass) -> Bool { bits & 1 << UInt64(member.index) != 0 }

  func intersection(_ other: ClassSet) -> ClassSet {
    var both = self
    both.bits &= other.bits
    return both
  }

  func union(_ other: ClassSet) -> ClassSet {
    var either = self
    either.bits |= other.bits
    return either
  }

  /// All classes of a priority.
  static func of(_ priority: Priority) -> ClassSet {
    Kind.allCases.reduce(into: ClassSet()) { $0.insert(SessionClass(priority, $1)) }
  }
}

/// For each kind, which classes the table lets it do something to; worked out once a policy.
struct ClassIndex: Equatable {
  /// Whom a newcomer of the kind may interrupt, and who may refuse it.
  private(set) var interrupted: [ClassSet]
  private(set) var refusing: [ClassSet]
  /// With whom it may stand in ducking, whoever came first.
  private(set) var related: [ClassSet]
  /// Classes that refuse anybody at all.
  private(set) var refusingAny = ClassSet()
  static let normal = ClassSet.of(.normal)
  static let calls = ClassSet.of(.phoneCall)
  static let assistants = ClassSet.of(.assistant)
  static let rings = ClassSet.of(.ringtone)
  /// Whose sound shortens others' prompts (R51).
  static let overPrompts = assistants.union(calls)
  /// Who is not to be disturbed by system sounds (R46).
  static let overSystemSounds = calls.union(rings).union(.of(.alarm))

  init(_ table: PairTable) {
    func classes(_ isMember: (Kind) -> Bool) -> ClassSet {
      Kind.allCases.filter(isMember).reduce(into: ClassSet()) { all, kind in
        for priority in Priority.allCases { all.insert(SessionClass(priority, kind)) }
      }
    }
    func mayDuck(_ newcomer: Kind, _ current: Kind) -> Bool {
      switch table[Cell(newcomer, current)] {
      case .mix: false
      case .interrupt: newcomer.ducksWhatItInterrupts
      case .duck, .duckNewcomer, .refuse: true
      }
    }
    interrupted = Kind.allCases.map { row in classes { table[Cell(row, $0)] == .interrupt } }
    refusing = Kind.allCases.map { row in classes { table[Cell(row, $0)] == .refuse } }
    related = Kind.allCases.map { one in classes { mayDuck(one, $0) || mayDuck($0, one) } }
    refusingAny = classes { column in
      Kind.allCases.contains { table[Cell($0, column)] == .refuse }
    }
  }
}
