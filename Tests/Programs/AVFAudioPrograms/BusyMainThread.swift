import AVFAudio
import Foundation

/// Calls the session on a main thread that has kept an observer of its own waiting.
final class BusyMainThread: Program {
  private let session = AVAudioSession.sharedInstance()
  private let signal = DispatchSemaphore(value: 0)
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: .main
    ) { notification in
      let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] ?? "?"
      say("interruption \(type) on the main thread \(Thread.isMainThread)")
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "play":
      try session.setCategory(.playback)
      try session.setActive(true)
      say("plays")
    case "hold":
      say("holds the main thread")
      signal.wait()
      try session.setActive(true)
      say("active on the main thread \(Thread.isMainThread)")
    default: say("\(command)?")
    }
  }

  func obeyAtOnce(_ command: String) -> Bool {
    switch command {
    // The answer comes over the same connection behind the interruption.
    case "look": say("other audio \(session.isOtherAudioPlaying)")
    case "go": signal.signal()
    default: return false
    }
    return true
  }
}
