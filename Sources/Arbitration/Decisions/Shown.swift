import AudioSessionTypes

/// What observers see of a session: if it is equal before and after a decision, they are told
/// nothing.
struct Shown: Equatable, BitwiseCopyable {
  var activation: UInt64
  var state: SessionState
  var isClosed: Bool
  var isOrphaned: Bool
  var isPlaying: Bool
  var isRecording: Bool
  var isForeground: Bool
  var isNowPlaying: Bool
  var interruption: InterruptionReason?
  var gains: Gains
  /// The sessions that duck it while it is active, or block it while it is interrupted.
  var others: Tally
  var configuration: Configuration
  var owner: Owner
  var leaseLength: Duration?
  /// What its program and its user have muted of it while it is open.
  var mutedByProgram: SoundDirections
  var mutedByUser: SoundDirections
  /// What its program wishes of ports while it is open.
  var ports: PortWishes

  var isHeld: Bool { state == .interrupted }
  var isDucked: Bool { state == .active && !others.isEmpty }
  var level: Int { configuration.priority.level }
  /// The wishes that enforcers carry out.
  var portsInForce: PortWishes { ports.inForce(state, configuration.category) }
}

/// What a decision has to tell of a session.
struct News: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// Observers see something else.
  static let look = News(rawValue: 1 << 0)
  static let state = News(rawValue: 1 << 1)
  static let gain = News(rawValue: 1 << 2)
  /// Enforcers do something else (R14).
  static let enforcement = News(rawValue: 1 << 3)
}

extension Shown {
  /// What is new after `before`.
  func news(after before: Shown) -> News {
    guard self != before else { return [] }
    var news = News.look
    if state != before.state { news.insert(.state) }
    if gains != before.gains { news.insert(.gain) }
    // A lease with another owner, or without one, means other streams.
    let isAnothers = owner != before.owner || isOrphaned != before.isOrphaned
    let ports = portsInForce
    let isEnforced =
      isHeld || gains.enforced != 1 || !mutedByProgram.isEmpty || ports != PortWishes()
    if isHeld != before.isHeld || gains.enforced != before.gains.enforced
      || isAnothers && isEnforced || mutedByProgram != before.mutedByProgram
      || ports != before.portsInForce
    {
      news.insert(.enforcement)
    }
    return news
  }
}

extension Arbiter {
  mutating func shown(_ slot: Slot) -> Shown {
    let session = sessions[slot]
    let ownership = sessions.details(slot).ownership
    let wishes = session.isClosed ? SoundWishes() : sessions.wishes(slot)
    var shown = Shown(
      activation: session.activation,
      state: session.state,
      isClosed: session.isClosed,
      isOrphaned: ownership.isOrphaned,
      isPlaying: session.isPlaying,
      isRecording: session.isRecording,
      isForeground: session.isForeground,
      isNowPlaying: session.isNowPlaying,
      interruption: nil,
      gains: gains(of: slot),
      others: Tally(),
      configuration: session.configuration,
      owner: ownership.owner,
      leaseLength: ownership.lease?.length,
      mutedByProgram: wishes.mutes.byProgram,
      mutedByUser: wishes.mutes.byUser,
      ports: wishes.ports
    )
    switch session.phase {
    case .active: shown.others = duckers.tally(slot)
    case .interrupted(let it):
      shown.interruption = it.origin.reason
      shown.others = it.blockers
    case .inactive, .closed: break
    }
    return shown
  }

  /// Remembers the session as it is shown, unless the decision has touched it before.
  mutating func remember(_ slot: Slot, isNew: Bool = false, _ decision: inout Decision) {
    guard decision.draft.place(of: slot) == nil else { return }
    let isSilenced = sessions[slot].active?.isSilenced ?? false
    decision.draft.touch(slot, shown(slot), isSilenced: isSilenced, isNew: isNew)
  }
}
