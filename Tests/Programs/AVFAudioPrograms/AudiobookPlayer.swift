import AVFAudio
import Foundation

/// Observes interruptions only while it cares, and so may come late or miss one.
final class AudiobookPlayer: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observer: (any NSObjectProtocol)?
  private let witness: any NSObjectProtocol

  /// The witness is there for the test alone, which wouldn't know what came while nobody listened.
  init() {
    witness = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: nil,
      queue: .main
    ) { say("posted \($0.userInfo?[AVAudioSessionInterruptionTypeKey] ?? "?")") }
  }

  func obey(_ command: String) throws {
    switch command {
    case "play":
      try session.setCategory(.playback, mode: .spokenAudio)
      try session.setActive(true)
      say("plays")
    case "listen": listen()
    case "ignore": ignore()
    default: say("\(command)?")
    }
  }

  private func listen() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: nil,
      queue: .main
    ) { [weak self] in self?.handleInterruption($0) }
    say("listens")
  }

  private func ignore() {
    if let observer { NotificationCenter.default.removeObserver(observer) }
    observer = nil
    say("ignores")
  }

  private func handleInterruption(_ notification: Notification) {
    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
    let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
    switch type.flatMap(AVAudioSession.InterruptionType.init) {
    case .began: say("interrupted")
    case .ended where options == AVAudioSession.InterruptionOptions.shouldResume.rawValue:
      say("may resume")
    case .ended: say("may not resume")
    default: say("nothing that I understand")
    }
  }
}
