public import Foundation

/// What a recorder tells its delegate, on the main thread; every method may be left out.
///
/// Source: Apple, `AVAudioRecorderDelegate`.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
  /// The recording was stopped, or its time is over, and the file is complete.
  ///
  /// Neither a pause nor an interruption is an end.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - flag: False if it failed; what was written until then stays.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

  /// Nothing more can be recorded: the disk is full, or the sound server has gone.
  ///
  /// ``audioRecorderDidFinishRecording(_:successfully:)`` follows.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - error: Why.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)

  /// An interruption has paused the recorder; the session is inactive.
  ///
  /// It comes before `AVAudioSession.interruptionNotification`. Deprecated by Apple.
  ///
  /// - Parameter recorder: The recorder.
  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

  /// The interruption that had paused the recorder is over; it goes on if `record` is called.
  ///
  /// It comes before `AVAudioSession.interruptionNotification`. Deprecated by Apple.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - flags: The raw value of `AVAudioSession.InterruptionOptions`.
  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)

  /// As ``audioRecorderEndInterruption(_:withOptions:)``, for programs that don't ask for the options.
  ///
  /// - Parameter recorder: The recorder.
  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder,
    successfully flag: Bool
  ) {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(
    _ recorder: AVAudioRecorder,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
  /// Calls ``audioRecorderEndInterruption(_:)``.
  public func audioRecorderEndInterruption(
    _ recorder: AVAudioRecorder,
    withOptions flags: Int
  ) {
    audioRecorderEndInterruption(recorder)
  }
  /// Does nothing.
  public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder) {}
}
