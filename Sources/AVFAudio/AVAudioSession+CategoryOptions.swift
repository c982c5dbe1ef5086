import AudioSessionTypes

extension AVAudioSession {
  /// How a session gets on with others, and which devices it may use.
  ///
  /// Source: Apple, `AVAudioSession.CategoryOptions`.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// Apple's bit mask.
    public let rawValue: UInt

    /// Makes the set of the given bits; `setCategory` refuses those that no option has (R4).
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Plays beside others, and lets them play.
    public static let mixWithOthers = CategoryOptions(.mixWithOthers)
    /// Lowers others while active, and mixes with them; so does a recording, which mixes by this
    /// option alone.
    public static let duckOthers = CategoryOptions(.duckOthers)
    /// The older name of ``allowBluetoothHFP``.
    public static let allowBluetooth = CategoryOptions(.allowBluetoothHFP)
    /// May use a hands-free Bluetooth device.
    public static let allowBluetoothHFP = CategoryOptions(.allowBluetoothHFP)
    /// Plays from the loudspeaker rather than the receiver.
    public static let defaultToSpeaker = CategoryOptions(.defaultToSpeaker)
    /// Pauses others' speech and mixes with the rest; contains the bit of ``mixWithOthers``.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(
      .interruptSpokenAudioAndMixWithOthers
    )
    /// May use a stereo Bluetooth device.
    public static let allowBluetoothA2DP = CategoryOptions(.allowBluetoothA2DP)
    /// May use AirPlay.
    public static let allowAirPlay = CategoryOptions(.allowAirPlay)
    /// Goes on recording silence when the microphone is muted in hardware (R43).
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(
      .overrideMutedMicrophoneInterruption
    )
    /// May use microphones made for speakers that are far away.
    public static let farFieldInput = CategoryOptions(.farFieldInput)
    /// Records from a Bluetooth device in high quality.
    public static let bluetoothHighQualityRecording = CategoryOptions(
      .bluetoothHighQualityRecording
    )

    init(_ options: AudioSessionTypes.CategoryOptions) { rawValue = options.rawValue }

    /// The options of the rules.
    var meaning: AudioSessionTypes.CategoryOptions { .init(rawValue: rawValue) }
  }

  /// Where a session's output may be sent; it decides what is legal, and nothing else on Linux.
  ///
  /// Source: Apple, `AVAudioSession.RouteSharingPolicy`.
  public enum RouteSharingPolicy: UInt, CaseIterable, Sendable {
    /// The same route as everybody's.
    case `default` = 0
    /// The route for long-form audio.
    case longFormAudio = 1
    /// The system's own; no program can set it.
    case independent = 2
    /// The route for long-form video.
    case longFormVideo = 3

    /// The older name of ``longFormAudio``.
    public static let longForm = RouteSharingPolicy.longFormAudio

    /// The policy of the rules.
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
