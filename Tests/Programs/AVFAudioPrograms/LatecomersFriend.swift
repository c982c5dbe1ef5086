import AVFAudio
import AudioSession
import Foundation

/// Configures itself at its start, as programs do with `try?`, whether or not there is a daemon.
final class LatecomersFriend: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.mediaServicesWereLostNotification) { [session] in
      say("lost \(session.category.rawValue)")
    }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [session] in
      say("reset \(session.category.rawValue)")
    }
  }

  private func observe(_ name: Notification.Name, _ handler: @escaping @Sendable () -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: session, queue: .main) { _ in
        handler()
      }
    )
  }

  func obey(_ command: String) throws {
    switch command {
    case "configure":
      try session.setCategory(.playback, mode: .spokenAudio, options: .duckOthers)
      try session.setPrefersNoInterruptionsFromSystemAlerts(true)
      say("configured \(session.category.rawValue) \(session.categoryOptions.rawValue)")
    case "misconfigure": try session.setCategory(.ambient, mode: .voiceChat)
    case "activate": activate()
    case "read":
      let clock = ContinuousClock()
      let time = clock.measure { _ = session.isOtherAudioPlaying }
      say("read, blocked for seconds: \(time > .seconds(2))")
    default: say("\(command)?")
    }
  }

  private func activate() {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      try session.setActive(true)
      say("active as \(session.category.rawValue)")
    } catch {
      let blocked = start.duration(to: clock.now) > .seconds(5)
      say("\(describe(error)), \(kind(of: error)), blocked for seconds: \(blocked)")
    }
  }

  /// What the codes don't tell apart.
  private func kind(of error: any Error) -> String {
    switch AVAudioSession.Linux.cause(of: error) {
    case .unavailable: "not there"
    case .accessDenied: "may not"
    case .timedOut: "doesn't answer"
    case .mediaServicesFailed: "lost"
    default: "something else"
    }
  }
}
