import AudioSessionTypes

/// The working memory of one decision: what was touched and how it was before, what is to be told.
///
/// It lives in the `Decision`, which the caller keeps, so a warmed-up decision allocates nothing
/// and the arbiter holds state only.
struct Draft {
  var now = Instant(nanoseconds: 0)
  /// The number that the decision takes, if it takes one.
  var number: UInt64 = 0
  /// It takes its number whatever was touched: a refusal by rule, a report, a reload.
  var isNumbered = false
  var reply: (effect: Effect, reason: Reason)?
  /// Every session touched, once, as it was before.
  private(set) var touched: [Touch] = []
  /// The touched, latest activated first, once the decision stands.
  private(set) var order: [RankedPlace] = []
  /// For each slot its place in `touched`, −1 without one.
  private var places: [Int32] = []
  /// Sessions whose last blocker has gone.
  var freed: [Slot] = []
  /// The non-mixable normal sessions that have been told to resume (R31).
  var turns = Turns()
  var closed: [(id: SessionID, reason: ClosingReason)] = []
  var endings: [Ending] = []
  var invitations: [(id: SessionID, recommendation: ResumptionRecommendation)] = []
  /// Sessions that learn that their process was suspended (R47).
  var woken: [Slot] = []
  /// Sessions that are told of a change of route, and why.
  var rerouted: [(slot: Slot, reason: RouteChangeReason)] = []
  /// Somebody who may refuse the pending changed, or one of them did (R34).
  var mayInvite = false
  /// What the sessions' depths meant.
  var gainsBefore: [Double] = []
  var sourcesBefore = SourcesBefore()
  /// Room for those whom an activation touches.
  var targets: [(slot: Slot, reason: Reason)] = []
  /// Room for those with whom a session may stand in ducking.
  var others: [Slot] = []

  /// A touched session as its owner last saw it.
  struct Touch {
    var slot: Slot
    var before: Session
    var isNew: Bool
  }

  /// A place in `touched`, to be sorted in its stead.
  struct RankedPlace: Comparable, BitwiseCopyable {
    var ranked: RankedSlot
    var place: Int32

    static func < (left: RankedPlace, right: RankedPlace) -> Bool { left.ranked < right.ranked }
  }

  /// One `ended`, told or withheld.
  struct Ending {
    var id: SessionID
    var shouldResume: Bool
    var isTold: Bool
    var reason: Reason
    var turn: FreedSlot
  }

  /// Forgets the last decision and begins another.
  mutating func begin(at now: Instant, number: UInt64, _ gains: [Double]) {
    for touch in touched { places[Int(touch.slot.index)] = -1 }
    touched.removeAll(keepingCapacity: true)
    self.now = now
    self.number = number
    isNumbered = false
    reply = nil
    freed.removeAll(keepingCapacity: true)
    turns.removeAll()
    closed.removeAll(keepingCapacity: true)
    endings.removeAll(keepingCapacity: true)
    invitations.removeAll(keepingCapacity: true)
    woken.removeAll(keepingCapacity: true)
    rerouted.removeAll(keepingCapacity: true)
    mayInvite = false
    gainsBefore = gains
    sourcesBefore.removeAll()
  }

  var moment: Moment { Moment(seq: number, at: now) }

  /// Keeps the session as it is, if this decision hasn't yet.
  mutating func remember(_ slot: Slot, _ session: Session, isNew: Bool = false) {
    while places.count <= slot.index { places.append(-1) }
    guard places[Int(slot.index)] < 0 else { return }
    places[Int(slot.index)] = Int32(touched.count)
    touched.append(Touch(slot: slot, before: session, isNew: isNew))
  }

  /// Puts the touched in the order that R13 has where it says nothing else: latest activated first.
  mutating func rank(_ sessions: borrowing SessionTable) {
    order.removeAll(keepingCapacity: true)
    for place in touched.indices {
      let slot = touched[place].slot
      let ranked = RankedSlot(slot, sessions[slot])
      order.append(RankedPlace(ranked: ranked, place: Int32(place)))
    }
    if order.count > 1 { order.sort(by: >) }
  }

  /// Where the session is among the touched; nil if it wasn't touched.
  func place(of slot: Slot) -> Int? {
    guard slot.index < places.count, places[Int(slot.index)] >= 0 else { return nil }
    return Int(places[Int(slot.index)])
  }
}
