package import AudioSessionTypes

/// A session with its derived values, as the shell shows it; plain bits.
package struct SessionView: Equatable, Sendable, BitwiseCopyable {
  package var id: SessionID
  package var owner: Owner
  /// The process that owns the lease has ended.
  package var isOrphaned: Bool
  package var scope: Scope
  package var configuration: Configuration
  /// The kind whose row and column apply; ``Arbiter/kindNames`` has its name.
  package var kind: Kind
  package var state: SessionState
  package var isPlaying: Bool
  package var isRecording: Bool
  package var isForeground: Bool
  /// Linear, 0…1 (R18, R62).
  package var gain: Double
  /// That to which enforcers lower it; higher where its owner is asked to lower it itself.
  package var enforcedGain: Double
  /// The set of the sessions that duck it.
  package var duckers: Tally
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying: Bool
  package var secondaryAudioShouldBeSilencedHint: Bool
  package var promptStyle: PromptStyle
  package var isNowPlaying: Bool
  /// The number of the latest activation; 0: never activated.
  package var activation: UInt64
  package var lease: Lease?
  /// Refused, and waiting to be invited (R34).
  package var isPending: Bool
  /// Holds a resume offer (R30).
  package var isOffered: Bool
  /// When the offer lapses; nil: there is none, or it stands until it is answered.
  package var offerDeadline: Instant?
  /// What its program has muted of it, and what its user has (R68).
  package var mutedByProgram: SoundDirections
  package var mutedByUser: SoundDirections
  /// What its program wishes of ports, and what of that is carried out now (R69).
  package var ports: PortWishes
  package var portsInForce: PortWishes
}
