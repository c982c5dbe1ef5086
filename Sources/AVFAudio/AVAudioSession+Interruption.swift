import AudioSessionTypes

/// The values in notifications about interruptions; the raw values are Apple's.
extension AVAudioSession {
  /// Whether an interruption begins or ends.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionType`.
  public enum InterruptionType: UInt, CaseIterable, Sendable {
    /// The session was interrupted, and is inactive.
    case began = 1
    /// The interruption is over; the session is still inactive (R26).
    case ended = 0
  }

  /// Options of the end of an interruption.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionOptions`.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// The bit mask, as Apple defines it.
    public let rawValue: UInt

    /// Creates a set from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The program may resume playing (R24).
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// The reason for an interruption.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionReason`.
  public enum InterruptionReason: UInt, CaseIterable, Sendable {
    /// Another session's activation, or the machine's sleep.
    case `default` = 0
    /// The process was suspended by the system (R47).
    case appWasSuspended = 1
    /// The microphone was muted in hardware (R43).
    case builtInMicMuted = 2
    /// Never used on Linux: the scene was moved to the background.
    case sceneWasBackgrounded = 3
    /// The output device was disconnected (R44); no `ended` follows.
    case routeDisconnected = 4
    /// Never used on Linux: the device isn't authenticated any more.
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

  /// Whether secondary audio should fall silent or may resume.
  ///
  /// Source: Apple, `AVAudioSession.SilenceSecondaryAudioHintType`.
  public enum SilenceSecondaryAudioHintType: UInt, CaseIterable, Sendable {
    /// Another application has started primary audio: secondary audio should be silent.
    case begin = 1
    /// The primary audio has stopped: secondary audio may resume.
    case end = 0
  }

  /// The kind of voice prompt that suits the moment (R51).
  ///
  /// Source: Apple, `AVAudioSession.PromptStyle`.
  public enum PromptStyle: UInt, CaseIterable, Sendable {
    /// No prompt, since an assistant is listening.
    case none = 0x6E6F_6E65
    /// A short prompt.
    case short = 0x7368_7274
    /// A normal prompt.
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
