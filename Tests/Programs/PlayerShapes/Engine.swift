import AVFoundation
import MediaPlayer

/// An engine behind a protocol, and a monitor of interruptions that knows nothing else of it.
protocol PlayerEngine: AnyObject {
  var isPlaying: Bool { get }
  func play()
  func pause()
}

final class InterruptionMonitor {
  private weak var engine: (any PlayerEngine)?
  private var wasPlayingWhenInterrupted = false
  private var observers: [any NSObjectProtocol] = []

  init(_ engine: any PlayerEngine, isPlaying: @escaping () -> Bool) {
    self.engine = engine
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: AVAudioSession.sharedInstance(),
        queue: .main
      ) { [weak self] notification in
        guard let self,
          let raw = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? NSNumber,
          let type = AVAudioSession.InterruptionType(rawValue: raw.uintValue)
        else { return }
        if type == .began {
          wasPlayingWhenInterrupted = isPlaying()
        } else {
          let options = (notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? NSNumber)
            .map { AVAudioSession.InterruptionOptions(rawValue: $0.uintValue) }
          if wasPlayingWhenInterrupted, options?.contains(.shouldResume) == true {
            self.engine?.play()
          }
        }
      }
    )
  }
}

final class Engine: PlayerEngine {
  private let player: AVPlayer
  private var monitor: InterruptionMonitor?
  /// What its user wants, whatever the system does.
  private var isWanted = false

  var isPlaying: Bool { player.timeControlStatus != .paused }

  init(_ url: URL) throws {
    player = AVPlayer(url: url)
    player.actionAtItemEnd = .pause
    try AVAudioSession.sharedInstance().setCategory(.playback)
    monitor = InterruptionMonitor(self) { [unowned self] in isWanted }
    let center = MPRemoteCommandCenter.shared()
    center.togglePlayPauseCommand.addTarget { [unowned self] _ in
      if isPlaying { pause() } else { play() }
      return .success
    }
    center.playCommand.addTarget { [unowned self] _ in
      play()
      return .success
    }
    center.pauseCommand.addTarget { [unowned self] _ in
      pause()
      return .success
    }
    play()
  }

  func play() {
    isWanted = true
    player.play()
  }

  func pause() {
    isWanted = false
    player.pause()
  }
}
