import AVFAudio
import Foundation

/// Counts its activations, as libraries for calls do; only the first and the last reach the session.
final class VoiceCall: Program {
  private let session = AVAudioSession.sharedInstance()
  private var activations = 0
  private var isInterrupted = false
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: nil
    ) { [weak self] in self?.handleInterruption($0) }
  }

  func obey(_ command: String) throws {
    switch command {
    case "configure":
      try session.setCategory(
        .playAndRecord,
        mode: .voiceChat,
        options: [.allowBluetooth, .allowBluetoothA2DP]
      )
      try session.overrideOutputAudioPort(.speaker)
      say("configured, options \(session.categoryOptions.rawValue)")
    case "activate":
      if activations == 0 { try session.setActive(true) }
      activations += 1
      say("active \(activations)")
    case "deactivate":
      activations -= 1
      if activations == 0 { try session.setActive(false, options: .notifyOthersOnDeactivation) }
      say("active \(activations)")
    default: say("\(command)?")
    }
  }

  private func handleInterruption(_ notification: Notification) {
    guard let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt else {
      return
    }
    isInterrupted = type == AVAudioSession.InterruptionType.began.rawValue
    say("interrupted: \(isInterrupted)")
    guard !isInterrupted, activations > 0 else { return }
    do {
      try session.setActive(true)
      say("takes up the call")
    } catch {
      say(describe(error))
    }
  }
}
