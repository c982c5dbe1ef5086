public import AudioSessionTypes

/// The status of a session, as the daemon last reported it.
public struct SessionStatus: Equatable, Sendable {
  /// The session's number in the daemon, as `audiosessionctl list` shows it; nil while it isn't open.
  public package(set) var number: UInt64?
  /// The category.
  public package(set) var category = Category.soloAmbient
  /// The mode, which refines the category.
  public package(set) var mode = Mode.default
  /// The category options in force, including those that category and mode imply.
  public package(set) var options: CategoryOptions = Legality.implied(by: .soloAmbient)
  /// The route-sharing policy.
  public package(set) var routeSharingPolicy = RouteSharingPolicy.default
  /// The arbitration priority; with a role, that of the role (R66).
  public package(set) var priority = Priority.normal
  /// How a ringtone is presented.
  public package(set) var alertStyle = AlertStyle.fullScreen
  /// The behavioural preferences.
  public package(set) var preferences = Preferences.initial
  /// The name of the role; nil if the session has none (R66).
  public package(set) var role: String?
  /// The kind, which is the session's row and column of the pair table, such as `exclusive`; with a
  /// role, the role's name (R59).
  public package(set) var kind = "exclusive"
  /// The application's name; nil if it has none, or while the session isn't open (R52).
  public package(set) var application: String?
  /// The zone's name; nil if the session is in no zone, or isn't open (R63).
  public package(set) var zone: String?
  /// Whether the session is inactive, active or interrupted.
  public package(set) var state = SessionState.inactive
  /// Whether output is running, as the program reported it; true only while active.
  public package(set) var isPlaying = false
  /// Whether input is running, as the program reported it; true only while active.
  public package(set) var isRecording = false
  /// Whether the program is in the foreground, as it reported.
  public package(set) var isInForeground = true
  /// The gain to apply to the output, linear, 0…1: 1 unless the session is ducked or silenced (R18,
  /// R62).
  public package(set) var gain = 1.0
  /// Whether another application plays, as of the last reply; no event reports a change.
  public package(set) var isOtherAudioPlaying = false
  /// Whether secondary audio, such as a game's soundtrack, should be silent, because another
  /// application plays audio that doesn't mix (R45).
  public package(set) var secondaryAudioShouldBeSilencedHint = false
  /// How long voice prompts should be, as of the last reply; no event reports a change.
  public package(set) var promptStyle = PromptStyle.normal
  /// Whether the session is the Now Playing session, as of the last reply (R53).
  public package(set) var isNowPlaying = false

  /// Creates the status of a new session.
  public init() {}
}
