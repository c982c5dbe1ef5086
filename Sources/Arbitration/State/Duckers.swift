/// The sessions that duck each active session: which, as a tally, and how many at each depth, so
/// that the depth left when one of them goes is found without asking the others (R18).
///
/// They follow from the active sessions, and are kept so that a change of one session costs what it
/// touches, and not all sessions there are (P1 checks it against a recount).
struct Duckers: Equatable {
  private struct Ducked: Equatable, BitwiseCopyable {
    var tally = Tally()
    /// The deepest of the duckers' depths.
    var depth = Interactions.noDepth
  }

  /// The number of depths.
  private let width: Int
  /// By slot.
  private var ducked: [Ducked] = []
  /// By slot, a row of the number of duckers at each depth.
  private var counts: [UInt16] = []

  init(_ width: Int) { self.width = width }

  func tally(_ slot: Slot) -> Tally {
    slot.index < ducked.count ? ducked[Int(slot.index)].tally : Tally()
  }

  /// The deepest depth at which the session is ducked: a place in ``Interactions/gains``, or
  /// `noDepth`.
  func depth(_ slot: Slot) -> UInt16 {
    slot.index < ducked.count ? ducked[Int(slot.index)].depth : Interactions.noDepth
  }

  mutating func add(_ ducker: SessionID, to slot: Slot, at depth: UInt16) {
    let index = Int(slot.index)
    while ducked.count <= index {
      ducked.append(Ducked())
      for _ in 0..<width { counts.append(0) }
    }
    ducked[index].tally.add(ducker)
    ducked[index].depth = min(depth, ducked[index].depth)
    counts[index * width + Int(depth)] += 1
  }

  mutating func remove(_ ducker: SessionID, from slot: Slot, at depth: UInt16) {
    let index = Int(slot.index)
    let row = index * width
    ducked[index].tally.remove(ducker)
    counts[row + Int(depth)] -= 1
    guard depth == ducked[index].depth, counts[row + Int(depth)] == 0 else { return }
    let next = (Int(depth)..<width).first { counts[row + $0] > 0 }
    ducked[index].depth = next.map { UInt16($0) } ?? Interactions.noDepth
  }

  /// Forgets all duckers of a session.
  mutating func removeAll(of slot: Slot) {
    guard !tally(slot).isEmpty else { return }
    ducked[Int(slot.index)] = Ducked()
    for place in 0..<width { counts[Int(slot.index) * width + place] = 0 }
  }
}
