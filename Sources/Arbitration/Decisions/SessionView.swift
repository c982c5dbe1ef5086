package import AudioSessionTypes

/// A session as everybody may see it, derived fields included; plain bits.
package struct SessionView: Equatable, Sendable, BitwiseCopyable {
  package var id: SessionID
  package var owner: Owner
  /// The owner of a lease has died (its `pid` is nobody's).
  package var isOrphaned: Bool
  package var scope: Scope
  package var configuration: Configuration
  /// The row and the column that count, to be named by the arbiter's ``Arbiter/kindNames``.
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
  package var lease: LeaseView?
  /// Refused, and told when nobody would refuse it any more (R34).
  package var isPending: Bool
  /// Holds a resume offer (R30).
  package var isOffered: Bool
  /// When the offer lapses; nil: never.
  package var offerDeadline: Instant?
}

/// A lease's length and end.
package struct LeaseView: Equatable, Sendable, BitwiseCopyable {
  package var length: Duration
  package var deadline: Instant
}
