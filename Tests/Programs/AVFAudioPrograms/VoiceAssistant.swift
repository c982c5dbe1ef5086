import AVFAudio
import Foundation

/// Builds everything anew when the media services were reset.
final class VoiceAssistant: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.mediaServicesWereLostNotification) { [weak self] _ in
      say("lost")
      self?.tryToActivate()
    }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [weak self] in
      self?.rebuild($0)
    }
    observe(AVAudioSession.interruptionNotification) { notification in
      say("interrupted: \(notification.userInfo?[AVAudioSessionInterruptionTypeKey] ?? "?")")
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "listen":
      try session.setPreferredSampleRate(16_000)
      try listen()
    default: say("\(command)?")
    }
  }

  private func observe(
    _ name: Notification.Name,
    _ handler: @escaping @Sendable (Notification) -> Void
  ) {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: name,
        object: session,
        queue: .main,
        using: handler
      )
    )
  }

  private func listen() throws {
    try session.setCategory(.playAndRecord, mode: .measurement, options: .duckOthers)
    try session.setActive(true)
    say("listens at \(session.sampleRate)")
  }

  private func tryToActivate() {
    do {
      try session.setActive(true)
      say("active")
    } catch {
      say(describe(error))
    }
  }

  private func rebuild(_ notification: Notification) {
    say("reset, information: \(notification.userInfo?.count ?? 0)")
    say("\(session.category.rawValue) \(session.mode.rawValue) \(session.categoryOptions.rawValue)")
    do {
      try listen()
    } catch {
      say(describe(error))
    }
  }
}
