import AVFAudio
import Foundation

// The code of the article "Bringing an iOS player to Linux": a test holds the two together.

final class MigratedPlayer: Program {
  private let session = AVAudioSession.sharedInstance()
  private var wasPlaying = false
  private var isPlaying = false
  private var observers: [any NSObjectProtocol] = []
  private var tasks: [Task<Void, Never>] = []

  init() {
    observeInterruptions()
    watchSecondaryAudio()
    followRoute()
    followGain()
  }

  func obey(_ command: String) throws {
    switch command {
    case "play": try start()
    case "stop": try stop()
    case "try": startOrSayWhyNot()
    default: say("\(command)?")
    }
  }

  private func start() throws {
    try session.setCategory(.playback, mode: .spokenAudio)
    try session.setActive(true)
    isPlaying = true
    say("plays")
  }

  private func stop() throws {
    isPlaying = false
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("stopped")
  }

  private func followGain() {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.Linux.gainDidChangeNotification,
        object: session,
        queue: .main
      ) { notification in
        let gain = notification.userInfo?[AVAudioSession.Linux.gainKey] as? Double ?? 1
        let seconds = notification.userInfo?[AVAudioSession.Linux.rampDurationKey] as? Double ?? 0
        say("volume \(gain) in \(seconds) s")
      }
    )
  }

  private func observeInterruptions() {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: session,
        queue: .main
      ) { [weak self] in self?.handleInterruption($0) }
    )
  }

  private func handleInterruption(_ notification: Notification) {
    guard let info = notification.userInfo,
      let typeValue = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began:
      wasPlaying = isPlaying
      isPlaying = false
      say("interrupted")
    case .ended:
      let optionsValue = info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if wasPlaying, options.contains(.shouldResume) { startOrSayWhyNot() }
    }
  }

  private func watchSecondaryAudio() {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.silenceSecondaryAudioHintNotification,
        object: session,
        queue: .main
      ) { [session] _ in say("hint \(session.secondaryAudioShouldBeSilencedHint)") }
    )
  }

  private func followRoute() {
    let changes = NotificationCenter.default.notifications(
      named: AVAudioSession.routeChangeNotification,
      object: session
    )
    tasks.append(
      Task { [session] in
        for await _ in changes { say("outputs \(session.currentRoute.outputs.map(\.portName))") }
      }
    )
  }

  private func startOrSayWhyNot() {
    do {
      try start()
    } catch let error as NSError
      where error.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue
    {
      say("a call is on")
    } catch let error as NSError
      where error.code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue
    {
      say("no daemon: \(error.localizedDescription)")
    } catch {
      say("\(error)")
    }
  }
}
