package import Arbitration
package import AudioSessionTypes

/// A session as everybody sees it, with the lists that belong to it.
///
/// The core's own view can't be made outside the core.
package struct NaiveView: Equatable, Sendable {
  package var id: SessionID
  package var owner: Owner
  package var isOrphaned: Bool
  package var configuration: Configuration
  package var kind: Kind
  package var state: SessionState
  package var isPlaying: Bool
  package var isRecording: Bool
  package var isForeground: Bool
  package var gain: Double
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying: Bool
  package var secondaryAudioShouldBeSilencedHint: Bool
  package var promptStyle: PromptStyle
  package var isNowPlaying: Bool
  package var activation: UInt64
  package var lease: Duration?
  package var leaseDeadline: Instant?
  package var isPending: Bool
  package var offerDeadline: Instant?
  package var duckers: [SessionID]
  package var blockers: [SessionID]

  /// The core's view of an open session; nil if it has none.
  package init?(of id: SessionID, in arbiter: borrowing Arbiter) {
    guard let view = arbiter.view(of: id) else { return nil }
    self.id = view.id
    owner = view.owner
    isOrphaned = view.isOrphaned
    configuration = view.configuration
    kind = view.kind
    state = view.state
    isPlaying = view.isPlaying
    isRecording = view.isRecording
    isForeground = view.isForeground
    gain = view.gain
    interruptionReason = view.interruptionReason
    isOtherAudioPlaying = view.isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint = view.secondaryAudioShouldBeSilencedHint
    promptStyle = view.promptStyle
    isNowPlaying = view.isNowPlaying
    activation = view.activation
    lease = view.lease?.length
    leaseDeadline = view.lease?.deadline
    isPending = view.isPending
    offerDeadline = view.offerDeadline
    duckers = []
    blockers = []
    _ = arbiter.duckers(of: id, into: &duckers, limit: .max)
    _ = arbiter.blockers(of: id, into: &blockers, limit: .max)
  }

  init(_ session: NaiveSession, in arbiter: NaiveArbiter) {
    id = session.id
    owner = session.owner
    isOrphaned = session.isOrphaned
    configuration = session.configuration
    kind = session.kind
    state = session.state
    isPlaying = session.isPlaying
    isRecording = session.isRecording
    isForeground = session.isForeground
    gain = arbiter.gain(of: session)
    interruptionReason = session.interruptionReason
    isOtherAudioPlaying = arbiter.hearsOthers(session)
    secondaryAudioShouldBeSilencedHint = arbiter.isAskedForSilence(session)
    promptStyle = arbiter.promptStyle(of: session)
    isNowPlaying = arbiter.nowPlaying == session.id
    activation = session.activation
    lease = session.lease
    leaseDeadline = session.leaseDeadline
    isPending = session.refusedAt != nil
    offerDeadline = session.offerDeadline
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

  /// R46.
  package var silencesSystemSounds: Bool {
    sessions.filter(\.isActive).contains { session in
      [.phoneCall, .ringtone, .alarm].contains(session.priority)
        || session.isRecording && !session.prefers(.allowHapticsAndSystemSoundsDuringRecording)
    }
  }

  /// What enforcers hold or lower: interrupted, or with a gain that isn't 1.
  package var enforced: [SessionID] {
    sessions.filter { $0.state == .interrupted || gain(of: $0) != 1 }.map(\.id)
  }

  /// R45.
  func hearsOthers(_ session: NaiveSession) -> Bool {
    sessions.contains { $0.isPlaying && $0.isOfOtherProcess(than: session) }
  }

  /// R45.
  func isAskedForSilence(_ session: NaiveSession) -> Bool {
    sessions.contains { $0.isPlaying && !$0.isMixable && $0.isOfOtherProcess(than: session) }
  }

  /// R51.
  func promptStyle(of session: NaiveSession) -> PromptStyle {
    let others = sessions.filter { $0.isActive && $0.isOfOtherProcess(than: session) }
    if others.contains(where: { $0.priority == .assistant && $0.isRecording }) { return .none }
    let isShort = others.contains { [.assistant, .phoneCall].contains($0.priority) }
    return isShort ? .short : .normal
  }
}
