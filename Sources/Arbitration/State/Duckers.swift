/// The sessions that duck each active session: which, as a tally, and how many at each depth, so
/// that the depth left when one of them goes is found without asking the others (R18).
///
/// Those that only ask it to lower itself are counted apart.
///
/// They follow from the active sessions, and are kept so that a change of one session costs what it
/// touches, and not all sessions there are (P1 checks it against a recount).
struct Duckers: Equatable {
  private struct Ducked: Equatable, BitwiseCopyable {
    var tally = Tally()
    /// The deepest depth at which it is lowered, and that at which it is asked to lower itself.
    var depth = Interactions.noDepth
    var askedDepth = Interactions.noDepth
  }

  /// A depth at which a session is ducked.
  struct Depth: BitwiseCopyable {
    /// A place in ``Interactions/gains``.
    var place: UInt16
    /// Whether the session is asked to lower itself, and isn't lowered.
    var isAsked: Bool
  }

  /// The number of gains.
  private let depths: Int
  /// The length of a row of ``counts``.
  private let width: Int
  /// By slot.
  private var ducked: [Ducked] = []
  /// By slot, a row of the number of duckers at each depth: those that lower the session, and then,
  /// if any may, those that ask it.
  private var counts: [UInt16] = []

  init(_ interactions: Interactions) {
    depths = interactions.gains.count
    width = interactions.asks ? 2 * depths : depths
  }

  func tally(_ slot: Slot) -> Tally {
    slot.index < ducked.count ? ducked[Int(slot.index)].tally : Tally()
  }

  /// The deepest depth at which the session is lowered: a place in ``Interactions/gains``, or
  /// `noDepth`.
  @inline(__always)
  func depth(_ slot: Slot) -> UInt16 {
    slot.index < ducked.count ? ducked[Int(slot.index)].depth : Interactions.noDepth
  }

  /// The deepest depth at which the session is asked to lower itself, likewise.
  @inline(__always)
  func askedDepth(_ slot: Slot) -> UInt16 {
    slot.index < ducked.count ? ducked[Int(slot.index)].askedDepth : Interactions.noDepth
  }

  mutating func add(_ ducker: SessionID, to slot: Slot, at depth: Depth) {
    let index = Int(slot.index)
    while ducked.count <= index {
      ducked.append(Ducked())
      for _ in 0..<width { counts.append(0) }
    }
    ducked[index].tally.add(ducker)
    if depth.isAsked {
      ducked[index].askedDepth = min(depth.place, ducked[index].askedDepth)
    } else {
      ducked[index].depth = min(depth.place, ducked[index].depth)
    }
    counts[start(index, depth) + Int(depth.place)] += 1
  }

  mutating func remove(_ ducker: SessionID, from slot: Slot, at depth: Depth) {
    let index = Int(slot.index)
    let start = start(index, depth)
    ducked[index].tally.remove(ducker)
    counts[start + Int(depth.place)] -= 1
    let deepest = depth.isAsked ? ducked[index].askedDepth : ducked[index].depth
    guard depth.place == deepest, counts[start + Int(depth.place)] == 0 else { return }
    let next = (Int(depth.place)..<depths).first { counts[start + $0] > 0 }
    let place = next.map { UInt16($0) } ?? Interactions.noDepth
    if depth.isAsked { ducked[index].askedDepth = place } else { ducked[index].depth = place }
  }

  /// The place in ``counts`` of the first depth of its sort.
  private func start(_ index: Int, _ depth: Depth) -> Int {
    index * width + (depth.isAsked ? depths : 0)
  }

  /// Forgets all duckers of a session.
  mutating func removeAll(of slot: Slot) {
    guard !tally(slot).isEmpty else { return }
    ducked[Int(slot.index)] = Ducked()
    for place in 0..<width { counts[Int(slot.index) * width + place] = 0 }
  }
}
