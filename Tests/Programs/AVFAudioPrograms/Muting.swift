import AVFAudio
import Foundation

/// Shows the volume and mutes itself, as players with a slider and conversations do.
final class Muting: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.outputMuteStateChangeNotification) { info in
      "output muted: \(info[AVAudioSession.muteStateKey] ?? "?")"
    }
    observe(AVAudioApplication.inputMuteStateChangeNotification) { info in
      "input muted: \(info[AVAudioApplication.muteStateKey] ?? "?")"
    }
    observe(AVAudioSession.userIntentToUnmuteOutputNotification) { _ in "to be heard" }
    observe(AVAudioSession.Linux.hardwareDidChangeNotification) { info in
      "volume: \(info[AVAudioSession.Linux.outputVolumeKey] ?? "?")"
    }
  }

  private func observe(
    _ name: Notification.Name,
    _ words: @escaping @Sendable ([AnyHashable: Any]) -> String
  ) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        say(words($0.userInfo ?? [:]))
      }
    )
  }

  func obey(_ command: String) throws {
    switch command {
    case "numbers":
      say(
        "\(session.sampleRate) Hz, \(session.ioBufferDuration) s, in \(session.inputLatency) s,"
          + " out \(session.outputLatency) s, volume \(session.outputVolume),"
          + " channels \(session.inputNumberOfChannels) of \(session.maximumInputNumberOfChannels),"
          + " \(session.outputNumberOfChannels) of \(session.maximumOutputNumberOfChannels)"
      )
    case "mute output": try session.setOutputMuted(true)
    case "unmute output": try session.setOutputMuted(false)
    case "mute input": try AVAudioApplication.shared.setInputMuted(true)
    case "mutes":
      say("input \(AVAudioApplication.shared.isInputMuted), output \(session.isOutputMuted)")
    default: say("\(command)?")
    }
  }
}
