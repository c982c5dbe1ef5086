import AVFoundation
import MediaPlayer

/// A player of before there were notifications: it never names the session, and its delegate alone
/// hears of interruptions.
final class DelegatePlayer: NSObject, AVAudioPlayerDelegate {
  private let player: AVAudioPlayer
  private var wasPlaying = false

  init(_ url: URL) throws {
    player = try AVAudioPlayer(contentsOf: url)
    super.init()
    player.delegate = self
    player.numberOfLoops = -1
    player.prepareToPlay()
    player.play()
    let center = MPRemoteCommandCenter.shared()
    center.pauseCommand.addTarget { [unowned self] _ in
      player.pause()
      return .success
    }
    center.playCommand.addTarget { [unowned self] _ in
      player.play() ? .success : .commandFailed
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "A loop"]
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { wasPlaying = true }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    if wasPlaying, flags == AVAudioSession.InterruptionOptions.shouldResume.rawValue {
      player.play()
    }
    wasPlaying = false
  }
}
