import AVFAudio
import Foundation

/// Resumes only what was playing when the interruption began.
final class PodcastPlayer: Program {
  private let session = AVAudioSession.sharedInstance()
  private var isPlaying = false
  private var wasPlayingBeforeInterruption = false
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: .main
    ) { [weak self] notification in
      self?.handleInterruption(notification)
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "play": try play()
    case "pause": pause()
    default: say("\(command)?")
    }
  }

  private func play() throws {
    try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
    try session.setActive(true)
    isPlaying = true
    say("plays")
  }

  /// During an interruption too: then the listener's wish is not to hear it any more.
  private func pause() {
    isPlaying = false
    wasPlayingBeforeInterruption = false
    say("paused")
  }

  private func handleInterruption(_ notification: Notification) {
    guard let information = notification.userInfo,
      let number = information[AVAudioSessionInterruptionTypeKey] as? NSNumber,
      let type = AVAudioSession.InterruptionType(rawValue: number.uintValue)
    else { return say("nothing that I understand") }
    switch type {
    case .began:
      wasPlayingBeforeInterruption = isPlaying
      isPlaying = false
      say("interrupted while \(wasPlayingBeforeInterruption ? "playing" : "silent")")
    case .ended:
      let bits = (information[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue ?? 0
      let options = AVAudioSession.InterruptionOptions(rawValue: bits)
      guard wasPlayingBeforeInterruption, options.contains(.shouldResume) else {
        return say("stays silent")
      }
      do {
        try play()
      } catch {
        say(describe(error))
      }
    }
  }
}
