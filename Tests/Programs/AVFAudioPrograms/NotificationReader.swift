import AVFAudio
import Foundation

/// Reads interruptions in a loop, where iOS programs use the sequence of that name.
final class NotificationReader: Program {
  private var task: Task<Void, Never>?

  init() {
    let notifications = NotificationCenter.default.notifications(
      named: AVAudioSession.interruptionNotification,
      object: AVAudioSession.sharedInstance()
    )
    task = Task {
      for await notification in notifications {
        say("read \(notification.userInfo?[AVAudioSessionInterruptionTypeKey] ?? "?")")
      }
      say("read all")
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "play":
      try AVAudioSession.sharedInstance().setCategory(.playback)
      try AVAudioSession.sharedInstance().setActive(true)
      say("plays")
    case "cancel": task?.cancel()
    default: say("\(command)?")
    }
  }
}
