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
  var touched: [Touch] = []
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
  /// The sessions whose owners are told of a change of route; without a reason, of its hardware.
  var rerouted: [(slot: Slot, reason: RouteChangeReason?)] = []
  /// `invite` has to look: a pending session changed, or one that may refuse the pending (R34).
  var mayInvite = false
  var sourcesBefore = SourcesBefore()
  /// Scratch space for the sessions that an activation interrupts or joins.
  var targets: [(slot: Slot, reason: Reason)] = []
  /// Scratch space for the sessions that are given a hint.
  var hinted: [RankedSlot] = []

  /// A session that was touched, as it was shown before and as it is shown now.
  struct Touch {
    let slot: Slot
    let isNew: Bool
    /// The silent switch silenced it (R62).
    let wasSilenced: Bool
    let before: Shown
    private(set) var after: Shown
    private(set) var news: News = []

    /// Takes the session as it is shown after the decision, and returns what is new by that.
    mutating func settle(_ shown: Shown) -> News {
      after = shown
      news = shown.news(after: before)
      if isNew { news.insert(.look) }
      return news
    }
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
  mutating func begin(at now: Instant, number: UInt64) {
    if !touched.isEmpty {
      for touch in touched { places[Int(touch.slot.index)] = -1 }
      touched.forgetAll()
    }
    self.now = now
    self.number = number
    isNumbered = false
    reply = nil
    freed.forgetAll()
    turns.removeAll()
    notices.forgetAll()
    endings.forgetAll()
    invitations.forgetAll()
    suspensionNotices.forgetAll()
    rerouted.forgetAll()
    mayInvite = false
    sourcesBefore.removeAll()
  }

  var moment: Moment { Moment(seq: number, at: now) }

  /// Enters a session that wasn't touched before.
  mutating func touch(_ slot: Slot, _ shown: Shown, isSilenced: Bool, isNew: Bool) {
    while places.count <= slot.index { places.append(-1) }
    places[Int(slot.index)] = Int32(touched.count)
    touched.append(
      Touch(slot: slot, isNew: isNew, wasSilenced: isSilenced, before: shown, after: shown)
    )
  }

  /// Fills `order`: the latest activated first, which is R13's order where it names no other.
  mutating func rank(_ sessions: borrowing SessionTable) {
    order.forgetAll()
    // Those that were found in a walk come in the order of their activations. Backwards, they are
    // nearly sorted, which makes the sorting cheap.
    for place in touched.indices.reversed() {
      let slot = touched[place].slot
      let ranked = RankedSlot(slot, sessions[slot])
      order.append(RankedPlace(ranked: ranked, place: Int32(place)))
    }
    if order.count > 1 { order.sort(by: >) }
  }

  subscript(change: RankedPlace) -> Touch {
    _read { yield touched[Int(change.place)] }
  }

  /// The session's place in `touched`; nil if it wasn't touched.
  func place(of slot: Slot) -> Int? {
    guard slot.index < places.count, places[Int(slot.index)] >= 0 else { return nil }
    return Int(places[Int(slot.index)])
  }
}
