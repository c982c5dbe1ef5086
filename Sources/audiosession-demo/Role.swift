import AudioSessionWire

/// The programs of the story; the raw value is what each calls itself.
enum Role: String, CaseIterable {
  case music, podcast, navigation, phone, recorder, alarm, assistant

  /// With which words the program opens its session.
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

  /// The priority that the others are told.
  var priority: String { configuration["priority"]?.string ?? "normal" }

  /// What the program reports while it is at work: its output runs, or its input.
  var report: JSONValue { self == .recorder ? ["recording": true] : ["playing": true] }
}
