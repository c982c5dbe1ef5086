import AudioSessionTypes

/// The applications with non-mixable sound, as far as the hint needs them: how many, and which one
/// if there is just one (R45).
struct Sources: Equatable, BitwiseCopyable {
  private var count: Int32 = 0
  /// The exclusive or of their numbers, so that one alone can be read back.
  private var combined: UInt64 = 0

  mutating func toggle(_ application: ApplicationID, isSource: Bool) {
    count += isSource ? 1 : -1
    combined ^= application.number
  }

  /// The sources that a session hears from these and from `other`.
  func heard(with other: Sources) -> Heard {
    switch (count, other.count) {
    case (0, 0): .nothing
    case (1, 0): .only(ApplicationID(combined))
    case (0, 1): .only(ApplicationID(other.combined))
    case (1, 1): combined == other.combined ? .only(ApplicationID(combined)) : .several
    default: .several
    }
  }

  var heard: Heard { heard(with: Sources()) }
}

/// The sources that a session hears, its own application's among them.
enum Heard: Equatable, BitwiseCopyable {
  case nothing
  case only(ApplicationID)
  case several

  /// Whether a session of `application` should silence its secondary audio.
  func silences(_ application: ApplicationID) -> Bool {
    switch self {
    case .nothing: false
    case .only(let one): one != application
    case .several: true
    }
  }
}

/// The sources by level of priority: at level 1 all of them, at level 4 calls and rings only, since
/// a session gets no hint because of one of lower priority (R45).
struct LeveledSources: Equatable, BitwiseCopyable {
  private var levels: InlineArray<4, Sources> = InlineArray(repeating: Sources())

  subscript(level: Int) -> Sources {
    get { levels[level - 1] }
    set { levels[level - 1] = newValue }
  }

  static func == (left: LeveledSources, right: LeveledSources) -> Bool {
    left.levels.indices.allSatisfy { left.levels[$0] == right.levels[$0] }
  }
}

/// The number of an application's sources at each level.
struct LevelCounts: Equatable, BitwiseCopyable {
  private var levels: InlineArray<4, Int32> = InlineArray(repeating: 0)

  /// Adds `sign` to the count, and returns whether that was the first source or the last.
  mutating func add(_ sign: Int32, at level: Int) -> Bool {
    let was = levels[level - 1] > 0
    levels[level - 1] += sign
    return was != (levels[level - 1] > 0)
  }

  static func == (left: LevelCounts, right: LevelCounts) -> Bool {
    left.levels.indices.allSatisfy { left.levels[$0] == right.levels[$0] }
  }
}

/// The sources as they were before a decision, where it changed them.
struct SourcesBefore {
  private(set) var everywhere: LeveledSources?
  /// Those of the sessions without a zone, which nearly all are.
  private(set) var unzoned: LeveledSources?
  /// By the zone's place.
  private(set) var zones: [Int32: LeveledSources] = [:]

  var isEmpty: Bool { everywhere == nil && unzoned == nil && zones.isEmpty }

  mutating func removeAll() {
    everywhere = nil
    unzoned = nil
    if !zones.isEmpty { zones.removeAll(keepingCapacity: true) }
  }

  mutating func rememberEverywhere(_ sources: LeveledSources) {
    if everywhere == nil { everywhere = sources }
  }

  mutating func remember(_ zone: Int32, _ sources: LeveledSources) {
    if zone != Zones.none {
      if zones[zone] == nil { zones[zone] = sources }
    } else if unzoned == nil {
      unzoned = sources
    }
  }
}
