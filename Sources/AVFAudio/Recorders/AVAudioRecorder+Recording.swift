import AudioSessionMedia
public import Foundation
import Synchronization

/// Recording, and what happens meanwhile.
extension AVAudioRecorder {
  /// Activates the session, creates the file and connects to the sound server, so that ``record()``
  /// begins sooner.
  ///
  /// - Returns: False if the session may not be activated or may not record, the file can't be created,
  ///   no sound server is there, an encoder is missing, or the media services were reset since the
  ///   recorder was created. ``AVAudioRecorderDelegate/audioRecorderEncodeErrorDidOccur(_:error:)`` tells
  ///   the reason, unless it is the session's.
  @discardableResult
  public func prepareToRecord() -> Bool {
    guard !state.withLock({ $0.isOrphaned }), SessionAudio.shared.activate(for: .input) else {
      return false
    }
    do throws(MediaError) {
      try capture.prepare()
      return true
    } catch {
      let cause = error.asEncodingError
      AVAudioSession.sharedInstance().callOnMain { [self] in
        delegate?.audioRecorderEncodeErrorDidOccur(self, error: cause)
      }
      return false
    }
  }

  /// Records, or goes on after a pause, and activates the session if it isn't active.
  ///
  /// - Returns: False in the cases of ``prepareToRecord()``.
  @discardableResult
  public func record() -> Bool { start(at: nil, for: nil) }

  /// Records from a time on.
  ///
  /// - Parameter time: The time by ``deviceCurrentTime``, in seconds.
  /// - Returns: False in the cases of ``prepareToRecord()``.
  @discardableResult
  public func record(atTime time: TimeInterval) -> Bool { start(at: time, for: nil) }

  /// Records until the recording has a length; then it is finished.
  ///
  /// - Parameter duration: The length, in seconds; pauses don't count.
  /// - Returns: False in the cases of ``prepareToRecord()``.
  @discardableResult
  public func record(forDuration duration: TimeInterval) -> Bool { start(at: nil, for: duration) }

  /// Records from a time on, until the recording has a length; then it is finished.
  ///
  /// - Parameters:
  ///   - time: The time by ``deviceCurrentTime``, in seconds.
  ///   - duration: The length, in seconds; pauses don't count.
  /// - Returns: False in the cases of ``prepareToRecord()``.
  @discardableResult
  public func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
    start(at: time, for: duration)
  }

  private func start(at time: TimeInterval?, for duration: TimeInterval?) -> Bool {
    guard !isRecording else { return true }
    guard prepareToRecord() else { return false }
    state.withLock { $0.isRecording = true }
    SessionAudio.shared.begin(self)
    capture.setSessionGain(SessionAudio.shared.gain(for: direction))
    let delay = time.map { max(.zero, .seconds($0) - SoundClock.now) } ?? .zero
    capture.record(after: delay, until: duration.map { .seconds(max(0, $0)) })
    return true
  }

  /// Pauses; ``record()`` goes on in the same file.
  public func pause() {
    capture.pause()
    state.withLock { $0.isRecording = false }
    SessionAudio.shared.end(ObjectIdentifier(self), isPaused: true)
  }

  /// Stops and completes the file;
  /// ``AVAudioRecorderDelegate/audioRecorderDidFinishRecording(_:successfully:)`` follows.
  ///
  /// A later ``record()`` begins the file anew.
  public func stop() {
    state.withLock { $0.isRecording = false }
    capture.stop()
    SessionAudio.shared.end(ObjectIdentifier(self))
  }

  /// Deletes the file.
  ///
  /// - Returns: False while it records, and if there is no such file.
  @discardableResult
  public func deleteRecording() -> Bool {
    guard !isRecording else { return false }
    return (try? FileManager.default.removeItem(at: url)) != nil
  }

  /// What happens to the recording, on its queue.
  func receive(_ notice: CaptureNotice) {
    state.withLock { $0.isRecording = false }
    SessionAudio.shared.end(ObjectIdentifier(self))
    let error: NSError? =
      switch notice {
      case .finished: nil
      case .failed(let cause): cause.asEncodingError
      }
    AVAudioSession.sharedInstance().callOnMain { [self] in
      if let error { delegate?.audioRecorderEncodeErrorDidOccur(self, error: error) }
      delegate?.audioRecorderDidFinishRecording(self, successfully: error == nil)
    }
  }
}

extension AVAudioRecorder: AudioObject {
  package var direction: AudioDirection { .input }

  package func pauseForSession() -> Bool {
    let wasRecording = state.withLock { state in
      defer { state.isRecording = false }
      return state.isRecording
    }
    if wasRecording { capture.pause() }
    return wasRecording
  }

  package func interruptionBegan() { delegate?.audioRecorderBeginInterruption(self) }

  package func interruptionEnded(_ options: AVAudioSession.InterruptionOptions) {
    delegate?.audioRecorderEndInterruption(self, withOptions: Int(options.rawValue))
  }

  package func setSessionGain(_ gain: Double, over time: Duration) {
    capture.setSessionGain(gain, over: time)
  }

  package func orphan() {
    state.withLock { $0.isOrphaned = true }
    capture.stop()
  }
}

/// How loud it is.
extension AVAudioRecorder {
  /// Whether ``updateMeters()`` measures; false by default.
  public var isMeteringEnabled: Bool {
    get { meter.isEnabled }
    set { meter.isEnabled = newValue }
  }

  /// Measures how loud the sound is: the latest 50 ms.
  public func updateMeters() { meter.update(recording.channels, capture.levels) }

  /// Returns the mean power of a channel when ``updateMeters()`` was called.
  ///
  /// - Parameter channelNumber: The channel, from 0.
  /// - Returns: The power in dBFS, −160…0; −160 while it doesn't record.
  public func averagePower(forChannel channelNumber: Int) -> Float {
    meter.level(\.average, of: channelNumber)
  }

  /// Returns the loudest sample of a channel when ``updateMeters()`` was called.
  ///
  /// - Parameter channelNumber: The channel, from 0.
  /// - Returns: The power in dBFS, −160…0; −160 while it doesn't record.
  public func peakPower(forChannel channelNumber: Int) -> Float {
    meter.level(\.peak, of: channelNumber)
  }
}
