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

/// A value for each level of priority: at level 1 of all sources, at level 4 of calls and rings only,
/// since a session gets no hint because of one of lower priority (R45).
struct Levels<Value: Equatable & BitwiseCopyable & Sendable>: Equatable, BitwiseCopyable {
  private var values: InlineArray<4, Value>

  init(_ value: Value) { values = InlineArray(repeating: value) }

  subscript(level: Int) -> Value {
    get { values[level - 1] }
    set { values[level - 1] = newValue }
  }

  static func == (left: Levels, right: Levels) -> Bool {
    left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
  }
}

/// The sources as they were before a decision, where it changed them.
struct SourcesBefore {
  private(set) var everywhere: Levels<Sources>?
  /// Those of the sessions without a zone, which nearly all are.
  private(set) var unzoned: Levels<Sources>?
  /// By the zone's place.
  private(set) var zones: [Int32: Levels<Sources>] = [:]

  var isEmpty: Bool { everywhere == nil && unzoned == nil && zones.isEmpty }

  mutating func removeAll() {
    everywhere = nil
    unzoned = nil
    if !zones.isEmpty { zones.removeAll(keepingCapacity: true) }
  }

  mutating func rememberEverywhere(_ sources: Levels<Sources>) {
    if everywhere == nil { everywhere = sources }
  }

  mutating func remember(_ zone: Int32, _ sources: Levels<Sources>) {
    if zone != Zones.none {
      if zones[zone] == nil { zones[zone] = sources }
    } else if unzoned == nil {
      unzoned = sources
    }
  }
}
