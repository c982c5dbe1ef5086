public import AudioSessionTypes

/// A session as the daemon last told of it.
public struct SessionStatus: Equatable, Sendable {
  /// Its number in the daemon, as the tools show it; nil while it isn't open.
  public package(set) var number: UInt64?
  /// What it does with sound.
  public package(set) var category = Category.soloAmbient
  /// What its sound is.
  public package(set) var mode = Mode.default
  /// The options in force, implied ones included.
  public package(set) var options: CategoryOptions = Legality.implied(by: .soloAmbient)
  /// Where its output may be sent.
  public package(set) var routeSharingPolicy = RouteSharingPolicy.default
  /// How much it matters; with a role, as much as the role (R66).
  public package(set) var priority = Priority.normal
  /// How a ringtone shows itself.
  public package(set) var alertStyle = AlertStyle.fullScreen
  /// What it would rather have.
  public package(set) var preferences = Preferences.initial
  /// The name of its role, nil if it has none (R66).
  public package(set) var role: String?
  /// What it is to others, by the name that rules and refusals cite: `exclusive`, or a role (R59).
  public package(set) var kind = "exclusive"
  /// What it is a part of, nil while it isn't open or if that has no name (R52).
  public package(set) var application: String?
  /// The zone that it is in, nil while it isn't open or if it is in none (R63).
  public package(set) var zone: String?
  /// Where it stands.
  public package(set) var state = SessionState.inactive
  /// Whether it plays; only while active.
  public package(set) var isPlaying = false
  /// Whether it records; only while active.
  public package(set) var isRecording = false
  /// Whether its program says that it is in the foreground.
  public package(set) var isInForeground = true
  /// What its output is to be multiplied by, 0…1; 1 is neither ducked nor silenced (R18, R62).
  public package(set) var gain = 1.0
  /// Whether another application plays, as of the latest reply; nothing announces that it changes.
  public package(set) var isOtherAudioPlaying = false
  /// Whether sound that can be spared should be silent, since another application plays alone that
  /// matters as much (R45).
  public package(set) var secondaryAudioShouldBeSilencedHint = false
  /// How long a voice prompt should be, as of the latest reply; nothing announces a change.
  public package(set) var promptStyle = PromptStyle.normal
  /// Whether it has the title of Now Playing, as of the latest reply (R53).
  public package(set) var isNowPlaying = false

  /// A session that nobody has configured.
  public init() {}
}
