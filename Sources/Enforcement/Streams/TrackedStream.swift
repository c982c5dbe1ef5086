/// A stream as the enforcer knows it: its description, the volumes we set, and those the node
/// shows.
struct TrackedStream: Sendable {
  var description: StreamDescription
  var state = StreamState.suspended
  var verdict = RuleVerdict.leave(rule: nil)
  /// The rule that would have taken it, if the agent had the grant for it.
  var lack: MissingGrant?
  /// The program whose session it counts for; nil if its rule leaves it alone, or its program has a
  /// session of its own.
  var program: ProgramKey?
  var fader = Fader()
  /// Whether it is stopped by our `Pause`.
  var isStopped = false
  /// Whether it was let be heard since it runs: it isn't silenced just to wait for a decision.
  var wasHeard = false
  /// What is heard of it; nil if nobody listens.
  var hearing: Hearing?
  /// Where its program wants it to go, as we have told; nil: where the route leads.
  var port: StreamPort?
  /// Whether the user wanted it heard while it was held (R57).
  var isOverridden = false
  /// The time of its appearance; what WirePlumber writes soon after isn't the user's wish.
  private let birth: Duration

  /// The user's own linear volumes, one per channel; nil until the node has shown them.
  private var base: [Float]?
  /// The mute that it shows, which is its user's: ours are soft.
  private(set) var isMuted = false
  /// The soft volumes we last sent; nil if the stream is untouched.
  private var sent: [Float]?
  /// Whether the user's volume was set since, which undid ours.
  private var isOverwritten = false
  /// Whether the node has shown the sent volumes.
  private var isConfirmed = true
  /// The number of our changes that the node hasn't shown yet.
  private var unseen = 0

  init(_ description: StreamDescription, at now: Duration) {
    self.description = description
    birth = now
  }

  /// Whether its program lets it be heard: it runs, and isn't muted or turned down to nothing.
  var isHeard: Bool {
    state == .running && !isMuted && base?.allSatisfy { $0 == 0 } != true
  }

  /// Whether its program captures with it, or lets it be heard.
  var isOpen: Bool { description.direction == .input ? state == .running : isHeard }

  /// Whether it claims anything: what isn't heard claims nothing.
  var isInUse: Bool {
    isOpen && (verdict.adoption?.whileHeard != true || hearing?.isHeard != false)
  }

  /// Whether it would be silent whatever its program plays.
  var isSilencedByUs: Bool { isStopped || fader.target == 0 || fader.value < TrackedStream.faint }

  /// The factor below which the peaks of what its program plays can't be told: −60 dB.
  private static let faint = 0.001

  /// When what is heard of it is judged again; nil for never.
  var hearingDeadline: Duration? { state == .running ? hearing?.deadline : nil }

  /// When the next step of its fader is due, or what is heard of it is judged again; nil for never.
  var deadline: Duration? { [fader.deadline, hearingDeadline].compactMap { $0 }.min() }

  /// Whether it differs from what its program and user want.
  var isTouched: Bool { sent != nil || isStopped }

  /// Whether it is confirmed to be inaudible.
  var isSilent: Bool {
    state != .running || (fader.value == 0 && sent != nil && isConfirmed)
  }

  /// The soft volumes to send so that the fader's value is heard; nil for none.
  ///
  /// The fader's value multiplies the user's own volume, which stays as set (R20).
  mutating func volumes() -> [Float]? {
    // Two channels if the number is unknown: the node uses as many as it has.
    let wanted = (base ?? [1, 1]).map { $0 * Float(fader.value) }
    if fader.value == 1 && sent == nil { return nil }
    // The last is sent even if it is the same, since it says that the stream is free.
    if wanted == sent && !isOverwritten && fader.value != 1 { return nil }
    isOverwritten = false
    sent = fader.value == 1 ? nil : wanted
    isConfirmed = false
    unseen += 1
    return wanted
  }

  /// Takes the volumes that the node shows.
  ///
  /// - Returns: Whether the user wants to hear it, having turned it up or unmuted it.
  mutating func see(_ volumes: StreamVolumes, at now: Duration) -> Bool {
    let former = base
    let wasMuted = isMuted
    isMuted = volumes.isMuted
    if !volumes.channels.isEmpty { base = volumes.channels }
    let isSame = former == base
    // The node keeps what it was sent, and may show it for fewer channels; for none if it was sent
    // nothing yet, since PipeWire 1.4.
    let isShown = !volumes.soft.isEmpty && zip(volumes.soft, sent ?? base ?? []).allSatisfy(==)
    let isOurs = unseen > 0 && isSame && isShown
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
    return (isRaised && !isNew(at: now)) || (wasMuted && !isMuted)
  }

  /// Whether it appeared so recently that what is told of it may be its own beginning.
  func isNew(at now: Duration) -> Bool { now - birth <= TrackedStream.settling }

  /// The time after a stream's birth in which its volume may be one that WirePlumber restores, and
  /// its player's state that of its start.
  private static let settling = Duration.seconds(1)
}
