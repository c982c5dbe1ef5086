public import Foundation

/// What a player tells its delegate, on the main thread; every method may be left out.
///
/// Source: Apple, `AVAudioPlayerDelegate`.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The sound has come to its end, or can't be played any further.
  ///
  /// Neither a pause, a stop nor an interruption is an end.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flag: False if it failed.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// The sound can't be played any further: it is damaged, or the sound server has gone.
  ///
  /// ``audioPlayerDidFinishPlaying(_:successfully:)`` follows.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - error: Why.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

  /// An interruption has paused the player; the session is inactive.
  ///
  /// It comes before `AVAudioSession.interruptionNotification`. Deprecated by Apple.
  ///
  /// - Parameter player: The player.
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

  /// The interruption that had paused the player is over; it plays on if `play` is called.
  ///
  /// It comes before `AVAudioSession.interruptionNotification`. Deprecated by Apple.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flags: The raw value of `AVAudioSession.InterruptionOptions`.
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)

  /// As ``audioPlayerEndInterruption(_:withOptions:)``, for programs that don't ask for the options.
  ///
  /// - Parameter player: The player.
  func audioPlayerEndInterruption(_ player: AVAudioPlayer)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
  /// Does nothing.
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  /// Calls ``audioPlayerEndInterruption(_:)``.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    audioPlayerEndInterruption(player)
  }
  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer) {}
}
