/// The claims (section 6): each says that one session, waiting, is blocked by another.
///
/// A claim is in two lists, the blocker's and the waiting session's, so that making, releasing and
/// clearing claims costs what they touch. A new claim's blocker is active, and an active session
/// waits for nobody, so the claims never form a circle.
///
/// At most ``Claims/limit`` blockers of a session are recorded. Without a limit the claims would
/// grow with the square of the sessions.
struct Claims: Equatable {
  /// The most blockers of one session that are recorded.
  static let limit = 64

  private var claims = Records<Claim>()
  private var heldLinks = Chains()
  private var waitedLinks = Chains()
  /// By the blocker's slot, the claims that it holds.
  private var held: [Chains.List] = []
  /// By the waiting session's slot, the claims on it, and how many they are.
  private var waited: [Chains.List] = []
  private var blockerCounts: [Int32] = []

  private struct Claim: Equatable, BitwiseCopyable {
    var blocker: Slot
    var waiting: Slot
    var reason: Reason
    var since: Moment
  }

  func hasClaims(_ blocker: Slot) -> Bool { first(held, blocker) != .none }

  /// Whether any blocker of `slot` is recorded.
  func areOver(_ slot: Slot) -> Bool { first(waited, slot) != .none }

  /// Whether one more blocker of `slot` can be recorded.
  func hasRoom(over slot: Slot) -> Bool {
    slot.index >= blockerCounts.count || blockerCounts[Int(slot.index)] < Claims.limit
  }

  /// The sessions that wait for `blocker`.
  func waiting(for blocker: Slot) -> [Slot] {
    var found: [Slot] = []
    var claim = first(held, blocker)
    while claim != .none {
      found.append(claims[claim].waiting)
      claim = heldLinks.next(after: claim)
    }
    return found
  }

  /// The blockers of `slot`, each with the reason of its claim and since when it holds it.
  func blockers(of slot: Slot) -> [(slot: Slot, reason: Reason, since: Moment)] {
    var found: [(slot: Slot, reason: Reason, since: Moment)] = []
    var next = first(waited, slot)
    while next != .none {
      let claim = claims[next]
      found.append((claim.blocker, claim.reason, claim.since))
      next = waitedLinks.next(after: next)
    }
    return found
  }

  func contains(_ blocker: Slot, over slot: Slot) -> Bool {
    hasClaims(blocker) && claim(of: blocker, over: slot) != .none
  }

  /// Adds a claim; the caller knows that there is none yet.
  mutating func add(_ blocker: Slot, over slot: Slot, _ reason: Reason, _ since: Moment) {
    while held.count <= max(blocker.index, slot.index) {
      held.append(Chains.List())
      waited.append(Chains.List())
      blockerCounts.append(0)
    }
    let claim = claims.insert(
      Claim(blocker: blocker, waiting: slot, reason: reason, since: since)
    )
    heldLinks.append(claim, to: &held[Int(blocker.index)])
    waitedLinks.append(claim, to: &waited[Int(slot.index)])
    blockerCounts[Int(slot.index)] += 1
  }

  /// Removes the claim of `blocker` on `slot`, if it holds one.
  mutating func remove(_ blocker: Slot, over slot: Slot) {
    let claim = claim(of: blocker, over: slot)
    if claim != .none { remove(claim) }
  }

  /// Removes one claim of `blocker`.
  ///
  /// - Returns: The session that waited; nil if the blocker holds no claim.
  mutating func popClaim(of blocker: Slot) -> Slot? {
    let claim = first(held, blocker)
    guard claim != .none else { return nil }
    remove(claim)
    return claims[claim].waiting
  }

  /// Removes all claims on `slot`.
  mutating func removeBlockers(of slot: Slot) {
    while true {
      let claim = first(waited, slot)
      guard claim != .none else { return }
      remove(claim)
    }
  }

  private func first(_ lists: [Chains.List], _ slot: Slot) -> Slot {
    slot.index < lists.count ? lists[Int(slot.index)].first : .none
  }

  private func claim(of blocker: Slot, over slot: Slot) -> Slot {
    var claim = first(waited, slot)
    while claim != .none && claims[claim].blocker != blocker {
      claim = waitedLinks.next(after: claim)
    }
    return claim
  }

  private mutating func remove(_ claim: Slot) {
    let (blocker, waiting) = (claims[claim].blocker, claims[claim].waiting)
    heldLinks.remove(claim, from: &held[Int(blocker.index)])
    waitedLinks.remove(claim, from: &waited[Int(waiting.index)])
    blockerCounts[Int(waiting.index)] -= 1
    claims.remove(claim)
  }
}
