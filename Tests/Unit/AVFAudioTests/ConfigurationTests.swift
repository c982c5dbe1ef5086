import AudioSessionJSON
import AudioSessionTypes
import TestSupport
import TestTraits
import Testing

@testable import AVFAudio

/// Configurations that public programs for iOS set, on the daemon: what is read back, or an error.
struct ConfigurationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let category: String
    let mode: String
    let policy: Int
    let options: AVAudioSession.CategoryOptions
    /// The options that are read back; nil if the configuration is refused.
    let answer: AVAudioSession.CategoryOptions?

    init(
      _ category: String,
      _ mode: String = "Default",
      policy: Int = 0,
      set options: AVAudioSession.CategoryOptions = [],
      read answer: AVAudioSession.CategoryOptions?
    ) {
      self.category = category
      self.mode = mode
      self.policy = policy
      self.options = options
      self.answer = answer
    }

    var command: String { "full \(category) \(mode) \(policy) \(options.rawValue)" }
    var testDescription: String { "\(category) \(mode) \(policy) \(options.names)" }
  }

  @Test(.tags(.process), arguments: Self.accepted + Self.lenient + Self.refused)
  func `a configuration from public code is answered as on iOS, where that is known`(
    _ row: Row
  ) throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    let policies = ["default", "longFormAudio", "independent", "longFormVideo"]
    let answer = row.answer.map { options in
      "AVAudioSessionCategory\(row.category) AVAudioSessionMode\(row.mode) \(options.rawValue)"
        + " \(policies[row.policy])"
    }
    let expected = "\(row.command): \(answer ?? "NSOSStatusErrorDomain badParam")"
    try program.told(row.command, says: expected)
    #expect(try program.end() == [expected])
  }

  @Test func `public configurations: 37 of them are tried`() {
    #expect((Self.accepted + Self.lenient + Self.refused).count == 37)
  }

  /// Legal by Apple's documentation.
  private static let accepted: [Row] = [
    Row("Ambient", read: []),
    Row("Ambient", set: .mixWithOthers, read: .mixWithOthers),
    Row("Ambient", set: .duckOthers, read: .duckOthers),
    Row("SoloAmbient", read: []),
    Row("Playback", read: []),
    Row("Playback", "MoviePlayback", read: []),
    Row("Playback", "SpokenAudio", read: []),
    Row("Playback", "SpokenAudio", policy: 1, read: []),
    Row("Playback", "MoviePlayback", policy: 3, read: []),
    Row("Playback", set: .mixWithOthers, read: .mixWithOthers),
    Row("Playback", set: .duckOthers, read: [.mixWithOthers, .duckOthers]),
    Row("Playback", "VoicePrompt", set: spoken, read: spoken),
    Row("Playback", set: wireless, read: wireless),
    Row("Record", read: []),
    Row("Record", "Measurement", read: []),
    Row("Record", set: .allowBluetooth, read: .allowBluetooth),
    Row("PlayAndRecord", set: .defaultToSpeaker, read: .defaultToSpeaker),
    Row("PlayAndRecord", "VoiceChat", read: .allowBluetooth),
    Row("PlayAndRecord", "VoiceChat", set: call, read: call),
    Row("PlayAndRecord", "VideoChat", set: .mixWithOthers, read: mixingCall),
    Row("PlayAndRecord", "VideoRecording", set: film, read: film),
    Row("MultiRoute", read: []),
    Row("MultiRoute", set: .mixWithOthers, read: .mixWithOthers),
    // Of speech recognition, as Apple's own sample has it.
    Row("Record", "Measurement", set: .duckOthers, read: [.mixWithOthers, .duckOthers]),
    Row("Record", set: .duckOthers, read: [.mixWithOthers, .duckOthers]),
  ]

  private static let spoken: AVAudioSession.CategoryOptions = [
    .duckOthers, .interruptSpokenAudioAndMixWithOthers,
  ]
  private static let wireless: AVAudioSession.CategoryOptions = [
    .allowAirPlay, .allowBluetoothA2DP,
  ]
  private static let call: AVAudioSession.CategoryOptions = [
    .allowBluetooth, .allowBluetoothA2DP, .defaultToSpeaker,
  ]
  private static let mixingCall: AVAudioSession.CategoryOptions = [
    .mixWithOthers, .allowBluetooth, .defaultToSpeaker,
  ]
  private static let film: AVAudioSession.CategoryOptions = [
    .mixWithOthers, .allowBluetoothA2DP, .allowAirPlay, .defaultToSpeaker,
  ]

  /// Refused by the daemon, if the options that have no effect were sent to it.
  private static let lenient: [Row] = [
    Row("Record", set: .mixWithOthers, read: []),
    Row("Playback", set: .defaultToSpeaker, read: []),
    Row("SoloAmbient", set: .defaultToSpeaker, read: []),
    Row("MultiRoute", set: .allowBluetooth, read: []),
  ]

  /// Refused; the first is an error on iOS as well.
  ///
  /// What iOS says to the others isn't known; they are wrong in more than a device.
  private static let refused: [Row] = [
    Row("Playback", set: .allowBluetooth, read: nil),
    Row("SoloAmbient", set: .mixWithOthers, read: nil),
    Row("Ambient", set: .interruptSpokenAudioAndMixWithOthers, read: nil),
    Row("Ambient", "MoviePlayback", read: nil),
    Row("MultiRoute", "Measurement", read: nil),
    Row("PlayAndRecord", "MoviePlayback", read: nil),
    Row("Playback", "VoiceChat", read: nil),
    Row("Playback", "VideoRecording", read: nil),
  ]

  @Test func `legal options: none is removed, and of illegal ones only those without effect`() {
    var removed: Set<String> = []
    var faults: [String] = []
    for category in AudioSessionTypes.Category.allCases {
      for mode in AudioSessionTypes.Mode.allCases {
        for bits in 0..<(1 << 8) as Range<UInt> {
          let options = AudioSessionTypes.CategoryOptions(rawValue: bits)
          let kept = IdleOptions.removed(from: options, in: category, mode)
          if kept == options { continue }
          if Legality.allows(category, mode, options, .default) {
            faults.append("\(category) \(mode) \(bits)")
          }
          let names = AVAudioSession.CategoryOptions(options.subtracting(kept)).names
          removed.formUnion(names.map { "\(category) \($0)" })
        }
      }
    }
    #expect(faults == [])
    // Otherwise half an option would be left, and refused by a number instead of by its name.
    let spoken = AudioSessionTypes.CategoryOptions.interruptSpokenAudioAndMixWithOthers
    #expect(IdleOptions.removed(from: spoken, in: .record, .default) == spoken)
    let speakers = ["ambient", "soloAmbient", "playback", "record", "multiRoute"]
    let others = [
      "multiRoute allowBluetoothHFP", "multiRoute allowBluetoothA2DP", "record allowBluetoothA2DP",
      "record allowAirPlay", "record mixWithOthers",
    ]
    #expect(removed == Set(speakers.map { "\($0) defaultToSpeaker" } + others))
  }
}
