import AVFoundation
import MediaPlayer

/// A screen with one player, that pauses it by itself when it is interrupted, as many do.
final class PlayerScreen {
  private var audio: AVAudioPlayer?
  private var observer: (any NSObjectProtocol)?

  init(_ url: URL) throws {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: nil,
      queue: nil
    ) { [weak self] in self?.audioInterrupt($0) }
    try AVAudioSession.sharedInstance().setCategory(.playback)
    audio = try AVAudioPlayer(contentsOf: url)
    guard audio?.prepareToPlay() == true else { return }
    audio?.play()
    let commands = MPRemoteCommandCenter.shared()
    commands.togglePlayPauseCommand.addTarget { [weak self] _ in self?.toggle() ?? .noSuchContent }
    commands.playCommand.addTarget { [weak self] _ in self?.toggle() ?? .noSuchContent }
    commands.pauseCommand.addTarget { [weak self] _ in self?.toggle() ?? .noSuchContent }
  }

  private func toggle() -> MPRemoteCommandHandlerStatus {
    guard let audio else { return .noActionableNowPlayingItem }
    if audio.isPlaying { audio.pause() } else { audio.play() }
    return .success
  }

  private func audioInterrupt(_ note: Notification) {
    guard audio != nil else { return }
    guard
      let raw = note.userInfo?[AVAudioSessionInterruptionTypeKey]
        as? AVAudioSession.InterruptionType.RawValue,
      let type = AVAudioSession.InterruptionType(rawValue: raw)
    else { return }
    switch type {
    case .began: audio?.pause()
    case .ended:
      guard
        let option = note.userInfo?[AVAudioSessionInterruptionOptionKey]
          as? AVAudioSession.InterruptionOptions.RawValue
      else { return }
      if AVAudioSession.InterruptionOptions(rawValue: option) == .shouldResume { audio?.play() }
    @unknown default: break
    }
  }
}
