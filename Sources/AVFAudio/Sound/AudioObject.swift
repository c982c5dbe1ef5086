/// A player or a recorder, as the program's session sees it.
package protocol AudioObject: AnyObject, Sendable {
  /// Which part of the machine it needs.
  var direction: AudioDirection { get }

  /// The session has stopped: what runs is paused.
  ///
  /// - Returns: Whether it ran.
  func pauseForSession() -> Bool
  /// An interruption that paused it began, or ended; on the main thread.
  func interruptionBegan()
  func interruptionEnded(_ options: AVAudioSession.InterruptionOptions)
  /// Lowers it to what the session has to be lowered to, or mutes it.
  func setSessionGain(_ gain: Double, over time: Duration)
  /// The media services were lost: it is of no use any more.
  func orphan()
}

/// Which part of the machine sound needs.
package enum AudioDirection: Sendable {
  case output, input
}
