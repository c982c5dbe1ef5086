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
  /// By slot.
  private var ends: [Ends] = []

  private struct Ends: Equatable, BitwiseCopyable {
    /// The claims that the session holds as a blocker.
    var held = Chains.List()
    /// The claims on it, and how many they are.
    var waited = Chains.List()
    var blockerCount: Int32 = 0
  }

  private struct Claim: Equatable, BitwiseCopyable {
    var blocker: Slot
    var waiting: Slot
    var reason: Reason
    var since: Moment
  }

  func hasClaims(_ blocker: Slot) -> Bool { ends(of: blocker).held.first != .none }

  /// Whether any blocker of `slot` is recorded.
  func areOver(_ slot: Slot) -> Bool { ends(of: slot).waited.first != .none }

  /// Whether one more blocker of `slot` can be recorded.
  func hasRoom(over slot: Slot) -> Bool {
    ends(of: slot).blockerCount < Claims.limit
  }

  /// The sessions that wait for `blocker`.
  func waiting(for blocker: Slot) -> [Slot] {
    var found: [Slot] = []
    var claim = ends(of: blocker).held.first
    while claim != .none {
      found.append(claims[claim].waiting)
      claim = heldLinks.next(after: claim)
    }
    return found
  }

  /// The blockers of `slot`, each with the reason of its claim and since when it holds it.
  func blockers(of slot: Slot) -> [(slot: Slot, reason: Reason, since: Moment)] {
    var found: [(slot: Slot, reason: Reason, since: Moment)] = []
    var next = ends(of: slot).waited.first
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
    while ends.count <= max(blocker.index, slot.index) { ends.append(Ends()) }
    let claim = claims.insert(
      Claim(blocker: blocker, waiting: slot, reason: reason, since: since)
    )
    heldLinks.append(claim, to: &ends[Int(blocker.index)].held)
    waitedLinks.append(claim, to: &ends[Int(slot.index)].waited)
    ends[Int(slot.index)].blockerCount += 1
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
    let claim = ends(of: blocker).held.first
    guard claim != .none else { return nil }
    remove(claim)
    return claims[claim].waiting
  }

  /// Removes all claims on `slot`.
  mutating func removeBlockers(of slot: Slot) {
    while areOver(slot) { remove(ends(of: slot).waited.first) }
  }

  private func ends(of slot: Slot) -> Ends {
    slot.index < ends.count ? ends[Int(slot.index)] : Ends()
  }

  private func claim(of blocker: Slot, over slot: Slot) -> Slot {
    var claim = ends(of: slot).waited.first
    while claim != .none && claims[claim].blocker != blocker {
      claim = waitedLinks.next(after: claim)
    }
    return claim
  }

  private mutating func remove(_ claim: Slot) {
    let (blocker, waiting) = (claims[claim].blocker, claims[claim].waiting)
    heldLinks.remove(claim, from: &ends[Int(blocker.index)].held)
    waitedLinks.remove(claim, from: &ends[Int(waiting.index)].waited)
    ends[Int(waiting.index)].blockerCount -= 1
    claims.remove(claim)
  }
}
