import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// The programs of the story; the raw value is the name of the program and its session.
enum Role: String, CaseIterable {
  case music, podcast, navigation, phone, recorder, alarm, assistant

  /// The configuration with which the program opens its session.
  var configuration: JSONValue {
    switch self {
    case .music: ["category": "playback"]
    case .podcast: ["category": "playback", "mode": "spokenAudio"]
    case .navigation:
      [
        "category": "playback", "mode": "voicePrompt",
        "options": ["duckOthers", "interruptSpokenAudioAndMixWithOthers"],
      ]
    case .phone: ["category": "playback", "priority": "ringtone"]
    case .recorder: ["category": "record"]
    case .alarm: ["category": "playback", "priority": "alarm"]
    case .assistant: ["category": "playAndRecord", "priority": "assistant"]
    }
  }

  /// The session's priority, as others see it.
  var priority: Priority {
    configuration.received(as: ConfigurationParameters.self)?.change.priority ?? .normal
  }

  /// The number of its session in the story, which the daemon may number otherwise.
  var session: UInt64 { UInt64(Role.allCases.prefix { $0 != self }.count + 1) }

  /// The report that the program makes once it is active: its output runs, or its input.
  var report: JSONValue { self == .recorder ? ["recording": true] : ["playing": true] }
}
