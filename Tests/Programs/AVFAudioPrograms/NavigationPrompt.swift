import AVFAudio

/// Lowers music and pauses speech while it says where to turn.
final class NavigationPrompt: Program {
  private let session = AVAudioSession.sharedInstance()

  func obey(_ command: String) throws {
    switch command {
    case "speak":
      try session.setMode(.spokenAudio)
      try session.setCategory(
        .playback,
        options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers]
      )
      try session.setActive(true)
      say("speaks in mode \(session.mode.rawValue), options \(session.categoryOptions.rawValue)")
    case "stop":
      try session.setActive(false, options: [.notifyOthersOnDeactivation])
      say("has spoken")
    default: say("\(command)?")
    }
  }
}
