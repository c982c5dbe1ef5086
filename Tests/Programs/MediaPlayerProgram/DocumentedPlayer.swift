import MediaPlayer

/// What the module's page shows.
final class DocumentedPlayer {
  private var isPlaying = false
  private var position: TimeInterval = 0

  init() {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.addTarget { [weak self] _ in self?.play(true) ?? .commandFailed }
    center.pauseCommand.addTarget { [weak self] _ in self?.play(false) ?? .commandFailed }
    center.changePlaybackPositionCommand.addTarget { [weak self] event in
      guard let self, let event = event as? MPChangePlaybackPositionCommandEvent else {
        return .commandFailed
      }
      position = event.positionTime
      show()
      return .success
    }
    show()
  }

  private func play(_ isPlaying: Bool) -> MPRemoteCommandHandlerStatus {
    say(isPlaying ? "plays" : "paused")
    self.isPlaying = isPlaying
    show()
    return .success
  }

  private func show() {
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: "Gymnopédie No. 1",
      MPMediaItemPropertyArtist: "Erik Satie",
      MPMediaItemPropertyPlaybackDuration: 186,
      MPMediaItemPropertyArtwork: MPMediaItemArtwork(url: URL(fileURLWithPath: "/tmp/cover.png")),
      MPNowPlayingInfoPropertyElapsedPlaybackTime: position,
      MPNowPlayingInfoPropertyPlaybackRate: isPlaying ? 1.0 : 0.0,
    ]
  }
}
