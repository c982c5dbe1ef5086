import AudioSessionTypes

/// What notifications of an interruption carry; Apple's numbers, `began` the larger one.
extension AVAudioSession {
  /// Whether an interruption begins or ends.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionType`.
  public enum InterruptionType: UInt, CaseIterable, Sendable {
    /// The session was silenced, and is inactive.
    case began = 1
    /// What silenced it has gone; the session is still inactive (R26).
    case ended = 0
  }

  /// What the end of an interruption says.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionOptions`.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// Apple's bit mask.
    public let rawValue: UInt

    /// Makes the set of the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The program may take up its sound again (R24).
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Why an interruption began.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionReason`.
  public enum InterruptionReason: UInt, CaseIterable, Sendable {
    /// Another session, or the machine's sleep.
    case `default` = 0
    /// The process was suspended by the system (R47).
    case appWasSuspended = 1
    /// The microphone was muted in hardware (R43).
    case builtInMicMuted = 2
    /// Never on Linux: the scene was put into the background.
    case sceneWasBackgrounded = 3
    /// The output device went away (R44); no `ended` follows.
    case routeDisconnected = 4
    /// Never on Linux: the device lost its authentication.
    case deviceUnauthenticated = 5

    init(_ reason: AudioSessionTypes.InterruptionReason) {
      switch reason {
      case .default: self = .default
      case .appWasSuspended: self = .appWasSuspended
      case .builtInMicMuted: self = .builtInMicMuted
      case .routeDisconnected: self = .routeDisconnected
      }
    }
  }

  /// Whether others' primary sound starts or stops.
  ///
  /// Source: Apple, `AVAudioSession.SilenceSecondaryAudioHintType`.
  public enum SilenceSecondaryAudioHintType: UInt, CaseIterable, Sendable {
    /// Sound that can be done without should fall silent.
    case begin = 1
    /// It may be heard again.
    case end = 0
  }

  /// How long a voice prompt should be now (R51).
  ///
  /// Source: Apple, `AVAudioSession.PromptStyle`.
  public enum PromptStyle: UInt, CaseIterable, Sendable {
    /// None at all: an assistant listens.
    case none = 0x6E6F_6E65
    /// As short as possible.
    case short = 0x7368_7274
    /// As usual.
    case normal = 0x6E72_6D6C

    init(_ style: AudioSessionTypes.PromptStyle) {
      switch style {
      case .none: self = .none
      case .short: self = .short
      case .normal: self = .normal
      }
    }
  }
}
