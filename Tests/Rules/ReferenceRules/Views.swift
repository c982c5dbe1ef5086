package import AudioSessionArbitration
package import AudioSessionTypes

/// A session as everybody sees it, with the lists that belong to it.
///
/// The core's own view can't be made outside the core.
package struct NaiveView: Equatable, Sendable {
  package var id: SessionID
  package var owner: Owner
  package var isOrphaned: Bool
  package var scope: Scope
  package var configuration: Configuration
  package var kind: Kind
  package var state: SessionState
  package var isPlaying: Bool
  package var isRecording: Bool
  package var isForeground: Bool
  package var gain: Double
  package var enforcedGain: Double
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying: Bool
  package var secondaryAudioShouldBeSilencedHint: Bool
  package var promptStyle: PromptStyle
  package var isNowPlaying: Bool
  package var activation: UInt64
  package var lease: Duration?
  package var leaseDeadline: Instant?
  package var isPending: Bool
  package var isOffered: Bool
  package var offerDeadline: Instant?
  package var mutedByProgram: SoundDirections
  package var mutedByUser: SoundDirections
  package var preferredInput: UInt64
  package var overridesOutput: Bool
  package var inputInForce: UInt64
  package var isOverrideInForce: Bool
  package var duckers: [SessionID]
  package var blockers: [SessionID]

  /// The core's view of an open session; nil if it has none.
  package init?(of id: SessionID, in arbiter: borrowing Arbiter) {
    guard let view = arbiter.view(of: id) else { return nil }
    self.id = view.id
    owner = view.owner
    isOrphaned = view.isOrphaned
    scope = view.scope
    configuration = view.configuration
    kind = view.kind
    state = view.state
    isPlaying = view.isPlaying
    isRecording = view.isRecording
    isForeground = view.isForeground
    gain = view.gain
    enforcedGain = view.enforcedGain
    interruptionReason = view.interruptionReason
    isOtherAudioPlaying = view.isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint = view.secondaryAudioShouldBeSilencedHint
    promptStyle = view.promptStyle
    isNowPlaying = view.isNowPlaying
    activation = view.activation
    lease = view.lease?.length
    leaseDeadline = view.lease?.deadline
    isPending = view.isPending
    isOffered = view.isOffered
    offerDeadline = view.offerDeadline
    (mutedByProgram, mutedByUser) = (view.mutedByProgram, view.mutedByUser)
    (preferredInput, overridesOutput) = (view.ports.input, view.ports.overridesOutput)
    inputInForce = view.portsInForce.input
    isOverrideInForce = view.portsInForce.overridesOutput
    duckers = []
    blockers = []
    _ = arbiter.duckers(of: id, into: &duckers, limit: .max)
    _ = arbiter.blockers(of: id, into: &blockers, limit: .max)
  }

  init(_ session: NaiveSession, in arbiter: NaiveArbiter) {
    id = session.id
    owner = session.owner
    isOrphaned = session.isOrphaned
    scope = session.scope
    configuration = session.configuration
    kind = session.kind
    state = session.state
    isPlaying = session.isPlaying
    isRecording = session.isRecording
    isForeground = session.isForeground
    gain = arbiter.gain(of: session)
    enforcedGain = arbiter.enforcedGain(of: session)
    interruptionReason = session.interruptionReason
    isOtherAudioPlaying = arbiter.hearsOthers(session)
    secondaryAudioShouldBeSilencedHint = arbiter.isAskedForSilence(session)
    promptStyle = arbiter.promptStyle(of: session)
    isNowPlaying = arbiter.isNowPlaying(session)
    activation = session.activation
    lease = session.lease
    leaseDeadline = session.leaseDeadline
    isPending = session.refusedAt != nil
    isOffered = session.offer != nil
    offerDeadline = session.offer?.end
    (mutedByProgram, mutedByUser) = (session.mutedByProgram, session.mutedByUser)
    (preferredInput, overridesOutput) = (session.preferredInput, session.overridesOutput)
    (inputInForce, isOverrideInForce) = (session.inputInForce, session.isOverrideInForce)
    duckers = arbiter.duckers(of: session).map(\.id)
    blockers = session.blockers.compactMap { blocker in
      if case .session(let id) = blocker { id } else { nil }
    }
    .sorted()
  }
}

extension NaiveArbiter {
  /// All open sessions, by number.
  package var views: [NaiveView] { sessions.map { NaiveView($0, in: self) } }

  package func isOpen(_ id: SessionID) -> Bool { sessions.contains { $0.id == id } }

  package var counts: Counts {
    var counts = Counts()
    counts.sessions = sessions.count
    counts.active = sessions.count { $0.isActive }
    counts.interrupted = sessions.count { $0.state == .interrupted }
    // Ducked is who has duckers, even where the policy's gain is 1.
    counts.ducked = sessions.count { !duckers(of: $0).isEmpty }
    counts.pending = sessions.count { $0.refusedAt != nil }
    counts.leases = sessions.count { $0.lease != nil }
    return counts
  }

  /// R46, R62, R63.
  package func silencesSystemSounds(in scope: Scope, of user: UserID) -> Bool {
    // One's own sessions silence one, too, so that it isn't asked who meets whom.
    let near = sessions.filter { session in
      session.scope.zone == nil || scope.zone == nil || session.scope.zone == scope.zone
    }
    return isSilenced(for: user)
      || near.contains { session in
        switch session.state {
        case .active:
          [.phoneCall, .ringtone, .alarm].contains(session.priority)
            || session.isRecording && !session.prefers(.allowHapticsAndSystemSoundsDuringRecording)
        case .interrupted: session.scope.application == scope.application
        case .inactive: false
        }
      }
  }

  /// The sessions that enforcers hold, duck, mute or direct: interrupted, lowered, or muted or
  /// directed by their program.
  package var enforced: [SessionID] {
    sessions.filter { session in
      session.state == .interrupted || enforcedGain(of: session) != 1
        || !session.mutedByProgram.isEmpty
        || session.inputInForce != 0 || session.isOverrideInForce
    }
    .map(\.id)
  }

  /// R45.
  func hearsOthers(_ session: NaiveSession) -> Bool {
    sessions.contains { $0.isPlaying && $0.meets(session) }
  }

  /// R45.
  func isAskedForSilence(_ session: NaiveSession) -> Bool {
    sessions.contains { other in
      other.isPlaying && !other.isMixable && other.meets(session)
        && other.priority.level >= session.priority.level
    }
  }

  /// R51.
  func promptStyle(of session: NaiveSession) -> PromptStyle {
    let others = sessions.filter { $0.isActive && $0.meets(session) }
    if others.contains(where: { $0.priority == .assistant && $0.isRecording }) { return .none }
    let isShort = others.contains { [.assistant, .phoneCall].contains($0.priority) }
    return isShort ? .short : .normal
  }
}
