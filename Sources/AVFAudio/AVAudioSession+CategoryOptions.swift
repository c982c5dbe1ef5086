import AudioSessionTypes

extension AVAudioSession {
  /// Options of a category: how the session behaves towards others, and which devices it may use.
  ///
  /// Source: Apple, `AVAudioSession.CategoryOptions`.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The bit mask, as Apple defines it.
    public let rawValue: UInt

    /// Creates a set from a bit mask; `setCategory` refuses unknown bits (R4).
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Mixes with the audio of other sessions.
    public static let mixWithOthers = CategoryOptions(.mixWithOthers)
    /// Mixes with other sessions and ducks them while active; for a recording session it is the only
    /// option that mixes.
    public static let duckOthers = CategoryOptions(.duckOthers)
    /// The older name of ``allowBluetoothHFP``.
    public static let allowBluetooth = CategoryOptions(.allowBluetoothHFP)
    /// Allows hands-free Bluetooth devices.
    public static let allowBluetoothHFP = CategoryOptions(.allowBluetoothHFP)
    /// Plays on the loudspeaker instead of the receiver.
    public static let defaultToSpeaker = CategoryOptions(.defaultToSpeaker)
    /// Interrupts sessions with spoken audio and mixes with others; includes ``mixWithOthers``.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(
      .interruptSpokenAudioAndMixWithOthers
    )
    /// Allows stereo Bluetooth devices.
    public static let allowBluetoothA2DP = CategoryOptions(.allowBluetoothA2DP)
    /// Allows AirPlay devices.
    public static let allowAirPlay = CategoryOptions(.allowAirPlay)
    /// Continues to record, silence, while the microphone is muted in hardware (R43).
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(
      .overrideMutedMicrophoneInterruption
    )
    /// Allows microphones for distant speakers.
    public static let farFieldInput = CategoryOptions(.farFieldInput)
    /// Records from Bluetooth devices in high quality.
    public static let bluetoothHighQualityRecording = CategoryOptions(
      .bluetoothHighQualityRecording
    )

    init(_ options: AudioSessionTypes.CategoryOptions) { rawValue = options.rawValue }

    /// The options in the rules.
    var meaning: AudioSessionTypes.CategoryOptions { .init(rawValue: rawValue) }
  }

  /// The route-sharing policy; on Linux it only affects which configurations are legal.
  ///
  /// Source: Apple, `AVAudioSession.RouteSharingPolicy`.
  public enum RouteSharingPolicy: UInt, CaseIterable, Sendable {
    /// The route of all other audio.
    case `default` = 0
    /// The route for long-form audio.
    case longFormAudio = 1
    /// Reserved for the system; programs can't set it.
    case independent = 2
    /// The route for long-form video.
    case longFormVideo = 3

    /// The older name of ``longFormAudio``.
    public static let longForm = RouteSharingPolicy.longFormAudio

    /// The policy in the rules.
    var meaning: AudioSessionTypes.RouteSharingPolicy {
      switch self {
      case .default: .default
      case .longFormAudio: .longFormAudio
      case .independent: .independent
      case .longFormVideo: .longFormVideo
      }
    }

    init(_ policy: AudioSessionTypes.RouteSharingPolicy) {
      switch policy {
      case .default: self = .default
      case .longFormAudio: self = .longFormAudio
      case .independent: self = .independent
      case .longFormVideo: self = .longFormVideo
      }
    }
  }
}
