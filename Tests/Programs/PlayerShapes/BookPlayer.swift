import AVFoundation
import MediaPlayer

/// An audiobook: a queue of tracks at a rate, with skips, whose progress is shown all the time.
final class BookPlayer: NSObject {
  private let audioPlayer = AVQueuePlayer()
  private var timeObserverToken: Any?
  private var interruption: (any NSObjectProtocol)?
  private let playbackRate: Float = 1
  private var playWhenReady = false

  init(_ url: URL) throws {
    super.init()
    audioPlayer.automaticallyWaitsToMinimizeStalling = false
    try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
    for _ in 1...2 { audioPlayer.insert(AVPlayerItem(url: url), after: nil) }
    setupTimeObserver()
    setupRemoteTransportControls()
    interruption = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: AVAudioSession.sharedInstance(),
      queue: .main
    ) { [weak self] in self?.handleInterruption(notification: $0) }
    try AVAudioSession.sharedInstance().setActive(true)
    play()
  }

  deinit {
    if let token = timeObserverToken { audioPlayer.removeTimeObserver(token) }
  }

  private func play() {
    playWhenReady = true
    audioPlayer.rate = playbackRate
    updateNowPlaying()
  }

  private func pause() {
    playWhenReady = false
    audioPlayer.pause()
    updateNowPlaying()
  }

  private func setupTimeObserver() {
    let interval = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
    timeObserverToken = audioPlayer.addPeriodicTimeObserver(forInterval: interval, queue: .main) {
      [weak self] _ in self?.updateNowPlaying()
    }
  }

  private func updateNowPlaying() {
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: "Chapter 1",
      MPNowPlayingInfoPropertyElapsedPlaybackTime: audioPlayer.currentTime().seconds,
      MPNowPlayingInfoPropertyDefaultPlaybackRate: playbackRate,
      MPNowPlayingInfoPropertyPlaybackRate: audioPlayer.rate,
    ]
  }

  private func setupRemoteTransportControls() {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.addTarget { [unowned self] _ in
      play()
      return .success
    }
    center.pauseCommand.addTarget { [unowned self] _ in
      pause()
      return .success
    }
    center.skipForwardCommand.preferredIntervals = [30]
    center.skipForwardCommand.addTarget { [unowned self] event in
      guard let command = event.command as? MPSkipIntervalCommand else { return .noSuchContent }
      let seconds = command.preferredIntervals.first?.doubleValue ?? 30
      audioPlayer.seek(
        to: audioPlayer.currentTime() + CMTime(seconds: seconds, preferredTimescale: 1)
      )
      return .success
    }
  }

  private func handleInterruption(notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .ended:
      guard let optionsValue = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt else {
        return
      }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if options.contains(.shouldResume), playWhenReady { play() }
    default: break
    }
  }
}
