import AudioSessionTypes

/// The applications with non-mixable sound, as far as the hint needs to know them: how many, and
/// which one if there is just one (R45).
struct Sources: Equatable, BitwiseCopyable {
  private var count: Int32 = 0
  /// The numbers of all of them, combined so that one alone can be read back.
  private var combined: UInt64 = 0

  mutating func toggle(_ application: ApplicationID, isSource: Bool) {
    count += isSource ? 1 : -1
    combined ^= application.number
  }

  /// What they are to whoever hears them, and those of `other`, too.
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

/// Who sounds, as far as it matters to one who listens.
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
/// nobody is hinted at by what is below it (R45).
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

/// How many sources of each level one application has.
struct LevelCounts: Equatable, BitwiseCopyable {
  private var levels: InlineArray<4, Int32> = InlineArray(repeating: 0)

  /// Counts, and says whether that made the first or took the last.
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
  /// Those without a zone, which is where nearly all are.
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
