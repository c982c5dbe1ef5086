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
  /// How much it matters.
  public package(set) var priority = Priority.normal
  /// How a ringtone shows itself.
  public package(set) var alertStyle = AlertStyle.fullScreen
  /// What it would rather have.
  public package(set) var preferences = Preferences.initial
  /// Where it stands.
  public package(set) var state = SessionState.inactive
  /// Whether it plays; only while active.
  public package(set) var isPlaying = false
  /// Whether it records; only while active.
  public package(set) var isRecording = false
  /// Whether its program says that it is in the foreground.
  public package(set) var isInForeground = true
  /// What its output is to be multiplied by, 0…1; 1 is not ducked.
  public package(set) var gain = 1.0
  /// Whether another process plays, as of the latest reply; nothing announces that it changes.
  public package(set) var isOtherAudioPlaying = false
  /// Whether sound that can be spared should be silent (R45).
  public package(set) var secondaryAudioShouldBeSilencedHint = false
  /// How long a voice prompt should be, as of the latest reply; nothing announces a change.
  public package(set) var promptStyle = PromptStyle.normal
  /// Whether it has the title of Now Playing, as of the latest reply (R53).
  public package(set) var isNowPlaying = false

  /// A session that nobody has configured.
  public init() {}
}
