import AudioSessionTypes

/// The working memory of one decision: the sessions touched, each as it was before, and what will
/// be announced.
///
/// It lives in the `Decision`, which the caller reuses. So once its arrays have grown, a decision
/// allocates nothing, and the arbiter holds state only.
struct Draft {
  var now = Instant(nanoseconds: 0)
  /// The number of the decision, if it takes one.
  var number: UInt64 = 0
  /// The decision takes its number even if no session was touched: a refusal, a report, a reload.
  var isNumbered = false
  var reply: (effect: Effect, reason: Reason)?
  /// The sessions touched, each once.
  private(set) var touched: [Touch] = []
  /// The same, the latest activated first; filled by `rank`.
  private(set) var order: [RankedPlace] = []
  /// For each slot its place in `touched`; −1: not touched.
  private var places: [Int32] = []
  /// The sessions whose last blocker has gone, for `release`.
  var freed: [Slot] = []
  /// The non-mixable normal sessions that have been told to resume (R31).
  var turns = Turns()
  /// Effects that rules tell right after the reply, in the order in which they were added.
  var notices: [(effect: Effect, reason: Reason)] = []
  var endings: [Ending] = []
  var invitations: [(id: SessionID, recommendation: ResumptionRecommendation)] = []
  /// The sessions whose owners are told that their process was suspended (R47).
  var suspensionNotices: [Slot] = []
  /// The sessions whose owners are told of a change of route.
  var rerouted: [(slot: Slot, reason: RouteChangeReason)] = []
  /// `invite` has to look: a pending session changed, or one that may refuse the pending (R34).
  var mayInvite = false
  /// The gains of the sessions' depths before the decision; a reload may change them.
  var gainsBefore: [Double] = []
  var sourcesBefore = SourcesBefore()
  /// Scratch space for the sessions that an activation interrupts or joins.
  var targets: [(slot: Slot, reason: Reason)] = []
  /// Scratch space for the sessions that one may duck or be ducked by.
  var others: [Slot] = []

  /// A session that was touched, as its owner last saw it.
  struct Touch {
    var slot: Slot
    var before: Session
    var isNew: Bool
  }

  /// A place in `touched`; it is sorted instead of the whole session.
  struct RankedPlace: Comparable, BitwiseCopyable {
    var ranked: RankedSlot
    var place: Int32

    static func < (left: RankedPlace, right: RankedPlace) -> Bool { left.ranked < right.ranked }
  }

  /// One `ended`, sent or withheld.
  struct Ending {
    var id: SessionID
    var shouldResume: Bool
    var isTold: Bool
    var reason: Reason
    var turn: FreedSlot
  }

  /// Empties the draft for another decision.
  mutating func begin(at now: Instant, number: UInt64, _ gains: [Double]) {
    if !touched.isEmpty {
      for touch in touched { places[Int(touch.slot.index)] = -1 }
      touched.removeAll(keepingCapacity: true)
    }
    self.now = now
    self.number = number
    isNumbered = false
    reply = nil
    if !freed.isEmpty { freed.removeAll(keepingCapacity: true) }
    turns.removeAll()
    if !notices.isEmpty { notices.removeAll(keepingCapacity: true) }
    if !endings.isEmpty { endings.removeAll(keepingCapacity: true) }
    if !invitations.isEmpty { invitations.removeAll(keepingCapacity: true) }
    if !suspensionNotices.isEmpty { suspensionNotices.removeAll(keepingCapacity: true) }
    if !rerouted.isEmpty { rerouted.removeAll(keepingCapacity: true) }
    mayInvite = false
    gainsBefore = gains
    sourcesBefore.removeAll()
  }

  var moment: Moment { Moment(seq: number, at: now) }

  /// Remembers the session as it is now, unless this decision has touched it before.
  mutating func remember(_ slot: Slot, _ session: Session, isNew: Bool = false) {
    while places.count <= slot.index { places.append(-1) }
    guard places[Int(slot.index)] < 0 else { return }
    places[Int(slot.index)] = Int32(touched.count)
    touched.append(Touch(slot: slot, before: session, isNew: isNew))
  }

  /// Fills `order`: the latest activated first, which is R13's order where it names no other.
  mutating func rank(_ sessions: borrowing SessionTable) {
    if !order.isEmpty { order.removeAll(keepingCapacity: true) }
    // Those that were found in a walk come in the order of their activations. Backwards, they are
    // nearly sorted, which makes the sorting cheap.
    for place in touched.indices.reversed() {
      let slot = touched[place].slot
      let ranked = RankedSlot(slot, sessions[slot])
      order.append(RankedPlace(ranked: ranked, place: Int32(place)))
    }
    if order.count > 1 { order.sort(by: >) }
  }

  /// The session's place in `touched`; nil if it wasn't touched.
  func place(of slot: Slot) -> Int? {
    guard slot.index < places.count, places[Int(slot.index)] >= 0 else { return nil }
    return Int(places[Int(slot.index)])
  }
}
