/// A stream as the enforcer knows it: what it is, what is done to it, and what came of that.
struct TrackedStream: Sendable {
  var description: StreamDescription
  var state = StreamState.suspended
  var verdict = RuleVerdict.leave(rule: nil)
  /// The session that it sounds under; nil: its rule leaves it alone, or its program speaks for
  /// itself.
  var program: ProgramKey?
  var fader = Fader()
  /// Whether the node command `Pause` holds.
  var isStopped = false
  /// The user wanted it heard though it is held (R57).
  var isOverridden = false
  /// When it appeared; what WirePlumber writes soon after isn't the user's wish.
  let birth: Duration

  /// The user's own volumes; nil until the node has told them.
  private(set) var base: [Float]?
  private(set) var isMuted = false
  /// What we had the node play last; nil: it was never touched, or is as its user wants it.
  private var sent: [Float]?
  /// Somebody has set the user's volume since, which ended ours.
  private var isOverwritten = false
  /// Whether the node has shown what was sent.
  private var isConfirmed = true
  /// How many of our own changes the node hasn't shown yet.
  private var unseen = 0

  init(_ description: StreamDescription, at now: Duration) {
    self.description = description
    birth = now
  }

  /// Whether something holds that isn't its program's or its user's doing.
  var isTouched: Bool { sent != nil || isStopped }

  /// Whether nothing of it can be heard, by the node's own word.
  var isSilent: Bool {
    state != .running || (fader.value == 0 && sent != nil && isConfirmed)
  }

  /// What is to be sent so that the fader's value is heard; nil: nothing.
  ///
  /// It is a factor beside the user's own volume, which stays as he sets it (R20).
  mutating func volumes() -> [Float]? {
    // Two channels where nobody has said how many: the node takes those that it has.
    let wanted = (base ?? [1, 1]).map { $0 * Float(fader.value) }
    if fader.value == 1 && sent == nil { return nil }
    // The last one is sent though it may be the same, for what it says: it is free.
    if wanted == sent && !isOverwritten && fader.value != 1 { return nil }
    isOverwritten = false
    sent = fader.value == 1 ? nil : wanted
    isConfirmed = false
    unseen += 1
    return wanted
  }

  /// Takes what the node shows.
  ///
  /// - Returns: Whether the user wants to hear it: he turned it up, or unmuted it.
  mutating func see(_ volumes: StreamVolumes, at now: Duration) -> Bool {
    let former = base
    let wasMuted = isMuted
    isMuted = volumes.isMuted
    if !volumes.channels.isEmpty { base = volumes.channels }
    let isSame = former == base
    // Rounding: the node keeps what it was sent, and may show it for fewer channels.
    let isOurs = unseen > 0 && isSame && zip(volumes.soft, sent ?? base ?? []).allSatisfy(==)
    if isOurs {
      unseen = 0
      isConfirmed = true
    } else if unseen > 0 && isSame {
      // A change of ours that a later one has overtaken.
      unseen -= 1
      return false
    } else {
      isOverwritten = sent != nil
    }
    let isRaised = zip(volumes.channels, former ?? volumes.channels).contains { $0 > $1 * 1.01 }
    return (isRaised && now - birth > TrackedStream.settling) || (wasMuted && !isMuted)
  }

  /// How long after a stream's birth its volume may be WirePlumber's memory speaking.
  private static let settling = Duration.seconds(1)
}
