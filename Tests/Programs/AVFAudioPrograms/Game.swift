import AVFAudio
import Foundation

/// Leaves its music out while somebody else's plays.
final class Game: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.silenceSecondaryAudioHintNotification,
      object: nil,
      queue: .main
    ) { notification in
      guard
        let number = notification.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey]
          as? UInt,
        let type = AVAudioSession.SilenceSecondaryAudioHintType(rawValue: number)
      else { return say("nothing that I understand") }
      say(type == .begin ? "music off" : "music on")
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "look":
      let hint = session.secondaryAudioShouldBeSilencedHint
      say("hint \(hint), other audio \(session.isOtherAudioPlaying), \(session.promptStyle)")
    case "play":
      try session.setCategory(.ambient)
      try session.setActive(true)
      say("plays")
    default: say("\(command)?")
    }
  }
}
