public import AudioSessionTypes

/// The status of a session, as of the daemon's last reply or event.
public struct SessionStatus: Equatable, Sendable {
  /// The session's number in the daemon, as `audiosessionctl list` shows it; nil while it isn't open.
  public var number: UInt64?
  /// The category.
  public var category = Category.soloAmbient
  /// The mode, which refines the category.
  public var mode = Mode.default
  /// The category options in force, including those that category and mode imply.
  public var options: CategoryOptions = Legality.implied(by: .soloAmbient)
  /// The route-sharing policy.
  public var routeSharingPolicy = RouteSharingPolicy.default
  /// The arbitration priority; with a role, that of the role (R66).
  public var priority = Priority.normal
  /// How a ringtone is presented.
  public var alertStyle = AlertStyle.fullScreen
  /// The behavioural preferences.
  public var preferences = Preferences.initial
  /// The name of the role; nil if the session has none (R66).
  public var role: String?
  /// The kind, which is the session's row and column of the pair table, such as `exclusive`; with a
  /// role, the role's name (R59).
  public var kind = "exclusive"
  /// The application's name; nil if it has none, or while the session isn't open (R52).
  public var application: String?
  /// The zone's name; nil if the session is in no zone, or isn't open (R63).
  public var zone: String?
  /// Whether the session is inactive, active or interrupted.
  public var state = SessionState.inactive
  /// Why the session is interrupted; nil while it isn't.
  ///
  /// After `routeDisconnected` nothing ends the interruption but the program's next activation (R44).
  public var interruptionReason: InterruptionReason?
  /// Whether output is running, as the program reported it; true only while active.
  public var isPlaying = false
  /// Whether input is running, as the program reported it; true only while active.
  public var isRecording = false
  /// Whether the program is in the foreground, as it reported.
  public var isInForeground = true
  /// Whether the program has muted its input, as it said by ``Session/mute(input:output:)``.
  public var isInputMuted = false
  /// Whether the program has muted its output, as it said.
  public var isOutputMuted = false
  /// The id of the port from which the program prefers to record, as it said by
  /// ``Session/preferInput(_:)``; nil: none.
  public var preferredInput: String?
  /// Whether the program wants what it plays to go to the loudspeaker, as it said by
  /// ``Session/overrideOutput(toSpeaker:)`` (R69).
  public var isOutputOverridden = false
  /// Whether the user has muted what the program records, in a mixer (R68).
  public var isInputMutedByUser = false
  /// Whether the user has muted what the program plays, in a mixer (R68).
  public var isOutputMutedByUser = false
  /// The gain to apply to the output, linear, 0…1: 1 unless the session is ducked or silenced (R18,
  /// R62).
  public var gain = 1.0
  /// Whether another application plays, as of the last reply; no event reports a change.
  public var isOtherAudioPlaying = false
  /// Whether secondary audio, such as a game's soundtrack, should be silent, because another
  /// application plays audio that doesn't mix (R45).
  public var secondaryAudioShouldBeSilencedHint = false
  /// How long voice prompts should be, as of the last reply; no event reports a change.
  public var promptStyle = PromptStyle.normal
  /// Whether the session is the Now Playing session, as of the last reply (R53).
  public var isNowPlaying = false

  /// The number of the daemon's latest decision that the status takes into account, which grows within
  /// a run of the daemon; 0 before the first.
  public var seq: UInt64 = 0

  /// Creates the status of a new session, whose properties can be set for tests.
  public init() {}
}
