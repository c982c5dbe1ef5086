/// Who waits for whom: each claim is one blocker and one waiting session (section 6).
///
/// A claim lies in two lists, the blocker's and the waiting one's, so that granting, releasing and
/// clearing cost what they touch. A new claim's blocker is active, and an active session waits for
/// nobody, so the claims never form a circle.
///
/// A session waits for at most ``Claims/limit`` others at a time. Without a limit the claims would
/// grow with the square of the sessions.
struct Claims: Equatable {
  /// How many blockers of one session are kept.
  static let limit = 64

  private var claims: [Claim] = []
  private var free: [Int32] = []
  /// For each slot the first claim it holds, and the first it waits on.
  private var held: [Int32] = []
  private var waiting: [Int32] = []
  /// For each slot how many it waits on.
  private var blockerCounts: [Int32] = []

  private struct Claim: Equatable, BitwiseCopyable {
    var blocker: Slot
    var waiting: Slot
    var reason: Reason
    var since: Moment
    var nextHeld: Int32
    var previousHeld: Int32
    var nextWaiting: Int32
    var previousWaiting: Int32
  }

  func hasClaims(_ blocker: Slot) -> Bool { first(held, blocker) >= 0 }

  /// Whether one more blocker of `slot` can be kept.
  func hasRoom(over slot: Slot) -> Bool {
    slot.index >= blockerCounts.count || blockerCounts[Int(slot.index)] < Claims.limit
  }

  /// The sessions that wait for `blocker`.
  func waiting(for blocker: Slot) -> [Slot] {
    var found: [Slot] = []
    var next = first(held, blocker)
    while next >= 0 {
      found.append(claims[Int(next)].waiting)
      next = claims[Int(next)].nextHeld
    }
    return found
  }

  /// The blockers of `slot`, with what each claim rests on and since when there is one.
  func blockers(of slot: Slot) -> [(slot: Slot, reason: Reason, since: Moment)] {
    var found: [(slot: Slot, reason: Reason, since: Moment)] = []
    var next = first(waiting, slot)
    while next >= 0 {
      let claim = claims[Int(next)]
      found.append((claim.blocker, claim.reason, claim.since))
      next = claim.nextWaiting
    }
    return found
  }

  func contains(_ blocker: Slot, over slot: Slot) -> Bool {
    guard hasClaims(blocker) else { return false }
    var next = first(waiting, slot)
    while next >= 0 {
      if claims[Int(next)].blocker == blocker { return true }
      next = claims[Int(next)].nextWaiting
    }
    return false
  }

  /// Adds a claim; the caller knows that there is none yet.
  mutating func add(_ blocker: Slot, over slot: Slot, _ reason: Reason, _ since: Moment) {
    makeRoom(for: max(blocker.index, slot.index))
    let claim = Claim(
      blocker: blocker,
      waiting: slot,
      reason: reason,
      since: since,
      nextHeld: held[Int(blocker.index)],
      previousHeld: -1,
      nextWaiting: waiting[Int(slot.index)],
      previousWaiting: -1
    )
    let number: Int32
    if let reused = free.popLast() {
      number = reused
      claims[Int(number)] = claim
    } else {
      number = Int32(claims.count)
      claims.append(claim)
    }
    if claim.nextHeld >= 0 { claims[Int(claim.nextHeld)].previousHeld = number }
    if claim.nextWaiting >= 0 { claims[Int(claim.nextWaiting)].previousWaiting = number }
    held[Int(blocker.index)] = number
    waiting[Int(slot.index)] = number
    blockerCounts[Int(slot.index)] += 1
  }

  /// Takes the claim of `blocker` on `slot` away, if it holds one.
  mutating func remove(_ blocker: Slot, over slot: Slot) {
    var next = first(waiting, slot)
    while next >= 0 {
      if claims[Int(next)].blocker == blocker { return remove(next) }
      next = claims[Int(next)].nextWaiting
    }
  }

  /// Takes one claim of `blocker` away and says whose it was; nil when it holds none.
  mutating func popClaim(of blocker: Slot) -> Slot? {
    let number = first(held, blocker)
    guard number >= 0 else { return nil }
    let slot = claims[Int(number)].waiting
    remove(number)
    return slot
  }

  /// Takes one claim on `slot` away and says who held it; nil when it waits for nobody.
  mutating func popBlocker(of slot: Slot) -> Slot? {
    let number = first(waiting, slot)
    guard number >= 0 else { return nil }
    let blocker = claims[Int(number)].blocker
    remove(number)
    return blocker
  }

  private func first(_ heads: [Int32], _ slot: Slot) -> Int32 {
    slot.index < heads.count ? heads[Int(slot.index)] : -1
  }

  private mutating func makeRoom(for index: Int32) {
    while held.count <= index {
      held.append(-1)
      waiting.append(-1)
      blockerCounts.append(0)
    }
  }

  private mutating func remove(_ number: Int32) {
    let claim = claims[Int(number)]
    if claim.previousHeld >= 0 {
      claims[Int(claim.previousHeld)].nextHeld = claim.nextHeld
    } else {
      held[Int(claim.blocker.index)] = claim.nextHeld
    }
    if claim.nextHeld >= 0 { claims[Int(claim.nextHeld)].previousHeld = claim.previousHeld }
    if claim.previousWaiting >= 0 {
      claims[Int(claim.previousWaiting)].nextWaiting = claim.nextWaiting
    } else {
      waiting[Int(claim.waiting.index)] = claim.nextWaiting
    }
    if claim.nextWaiting >= 0 {
      claims[Int(claim.nextWaiting)].previousWaiting = claim.previousWaiting
    }
    blockerCounts[Int(claim.waiting.index)] -= 1
    free.append(number)
  }
}
