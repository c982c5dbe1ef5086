/// Options of a category: the session's behaviour towards others, and the devices it may use.
///
/// The raw values are Apple's, so that a mask from an iOS program means the same here.
/// Source: Apple, `AVAudioSession.CategoryOptions`.
public struct CategoryOptions: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// Apple's bit mask.
  public let rawValue: UInt

  /// Makes the set of the given bits; bits that no option has are illegal (R4).
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Mixes with others instead of interrupting them.
  public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
  /// Ducks others while active; implies mixing.
  public static let duckOthers = CategoryOptions(rawValue: 0x2)
  /// May use a hands-free Bluetooth device.
  public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
  /// Plays from the loudspeaker instead of the receiver.
  public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
  /// Interrupts others' speech and mixes with everything else: the bit 0x10 **and** the mix bit.
  public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
  /// May use a stereo Bluetooth device.
  public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
  /// May use AirPlay.
  public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
  /// Keeps recording, silence, when the microphone is muted in hardware (R43).
  public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
  /// May use far-field microphones.
  public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
  /// May record from a Bluetooth device in high quality.
  public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)

  /// The bits of which any one makes a session mixable, if its category can mix.
  package static let mixing = CategoryOptions(rawValue: 0x13)
  /// The bit that asks for speech to be interrupted; test for this one, never for `== 0x11`.
  package static let interruptSpokenBit = CategoryOptions(rawValue: 0x10)

  /// Every option with its name on the wire, in alphabetical order.
  package static let named: [(name: String, option: CategoryOptions)] = [
    ("allowAirPlay", .allowAirPlay),
    ("allowBluetoothA2DP", .allowBluetoothA2DP),
    ("allowBluetoothHFP", .allowBluetoothHFP),
    ("bluetoothHighQualityRecording", .bluetoothHighQualityRecording),
    ("defaultToSpeaker", .defaultToSpeaker),
    ("duckOthers", .duckOthers),
    ("farFieldInput", .farFieldInput),
    ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers),
    ("mixWithOthers", .mixWithOthers),
    ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption),
  ]

  /// The older name of ``allowBluetoothHFP``, accepted on the wire.
  package static let aliases: [(name: String, option: CategoryOptions)] = [
    ("allowBluetooth", .allowBluetoothHFP)
  ]
}

extension CategoryOptions: CustomStringConvertible {
  /// The names of the options in alphabetical order, such as `[duckOthers, mixWithOthers]`.
  public var description: String {
    let names = CategoryOptions.named.filter { isSuperset(of: $0.option) }.map { $0.name }
    return "[\(names.joined(separator: ", "))]"
  }
}
