import AVFoundation
import MediaPlayer

/// The one player of an app, which everything else talks to.
final class PlayerCenter {
  let player = AVPlayer()
  private var observers: [any NSObjectProtocol] = []

  var isActuallyPlaying: Bool { player.rate > 0 && player.error == nil }

  init(_ url: URL) throws {
    configureAudioSession()
    setupRemoteCommands()
    setupNotifications()
    player.replaceCurrentItem(with: AVPlayerItem(url: url))
    play()
  }

  private func configureAudioSession() {
    do {
      let session = AVAudioSession.sharedInstance()
      try session.setCategory(.playback, mode: .default, options: [])
      try session.setActive(true)
    } catch {
      print("audio session: \(error.localizedDescription)")
    }
  }

  private func setupRemoteCommands() {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.isEnabled = true
    center.playCommand.addTarget { [weak self] _ in
      self?.play()
      return .success
    }
    center.pauseCommand.addTarget { [weak self] _ in
      self?.pause()
      return .success
    }
    center.nextTrackCommand.isEnabled = false
  }

  private func setupNotifications() {
    let center = NotificationCenter.default
    observers.append(
      center.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: AVAudioSession.sharedInstance(),
        queue: .main
      ) { [weak self] in self?.handleInterruption($0) }
    )
    observers.append(
      center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: .main) {
        [weak self] _ in self?.player.seek(to: .zero)
      }
    )
  }

  func play() {
    player.play()
    updateNowPlaying()
  }

  func pause() {
    player.pause()
    updateNowPlaying()
  }

  private func updateNowPlaying() {
    var info = MPNowPlayingInfoCenter.default().nowPlayingInfo ?? [:]
    info[MPMediaItemPropertyTitle] = "A song"
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = CMTimeGetSeconds(player.currentTime())
    info[MPNowPlayingInfoPropertyPlaybackRate] = player.rate
    MPNowPlayingInfoCenter.default().nowPlayingInfo = info
  }

  private func handleInterruption(_ notification: Notification) {
    guard let info = notification.userInfo,
      let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    if type == .began {
      pause()
    } else if let value = info[AVAudioSessionInterruptionOptionKey] as? UInt,
      AVAudioSession.InterruptionOptions(rawValue: value).contains(.shouldResume)
    {
      play()
    }
  }
}
