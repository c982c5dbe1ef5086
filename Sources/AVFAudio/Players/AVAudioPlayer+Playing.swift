import AudioSessionMedia
public import Foundation
import Synchronization

/// Playing, and what happens meanwhile.
extension AVAudioPlayer {
  /// Activates the session and connects to the sound server, so that ``play()`` is heard sooner.
  ///
  /// - Returns: False if the session may not be activated, the sound server isn't there, or the media
  ///   services were reset since the player was created.
  @discardableResult
  public func prepareToPlay() -> Bool {
    guard !state.withLock({ $0.isOrphaned }), SessionAudio.shared.activate(for: .output) else {
      return false
    }
    do throws(MediaError) {
      try playback.prepare()
      return true
    } catch {
      return false
    }
  }

  /// Plays from ``currentTime`` on, and activates the session if it isn't active.
  ///
  /// Where no daemon is there, it plays: nobody decides.
  ///
  /// - Returns: False in the cases of ``prepareToPlay()``; `AVAudioSession.setActive(_:options:)` throws
  ///   the reason why a session may not be activated.
  @discardableResult
  public func play() -> Bool { start(at: nil) }

  /// Plays from ``currentTime`` on at a time, so that several players begin together.
  ///
  /// All that begin at a time are heard a tenth of a second later, which is what opening their streams
  /// may take; what begins later than that leaves out the beginning.
  ///
  /// - Parameter time: The time by ``deviceCurrentTime``, in seconds.
  /// - Returns: As ``play()``.
  @discardableResult
  public func play(atTime time: TimeInterval) -> Bool {
    start(at: .seconds(time) + SoundClock.latency)
  }

  private func start(at time: Duration?) -> Bool {
    guard !isPlaying else { return true }
    guard prepareToPlay() else { return false }
    state.withLock { $0.isPlaying = true }
    SessionAudio.shared.begin(self)
    playback.setSessionGain(SessionAudio.shared.gain(for: direction))
    playback.play(at: time)
    return true
  }

  /// Pauses, without a click; ``play()`` goes on from where it was.
  public func pause() {
    playback.pause()
    end(isPaused: true)
  }

  /// Stops and disconnects from the sound server; ``play()`` goes on from where it was.
  public func stop() {
    playback.stop()
    end(isPaused: false)
  }

  private func end(isPaused: Bool) {
    state.withLock { $0.isPlaying = false }
    SessionAudio.shared.end(ObjectIdentifier(self), isPaused: isPaused)
  }

  /// What happens to the playback, on its queue.
  func receive(_ notice: PlaybackNotice) {
    let error: NSError?
    switch notice {
    case .started: return
    case .finished: error = nil
    case .failed(let cause): error = cause.asNSError
    }
    // A stop may have come first, or the failure of a player that only prepares.
    let wasPlaying = state.withLock { state in
      defer { state.isPlaying = false }
      return state.isPlaying
    }
    SessionAudio.shared.end(ObjectIdentifier(self))
    guard wasPlaying else { return }
    AVAudioSession.sharedInstance().callOnMain { [self] in
      if let error { delegate?.audioPlayerDecodeErrorDidOccur(self, error: error) }
      delegate?.audioPlayerDidFinishPlaying(self, successfully: error == nil)
    }
  }
}

extension AVAudioPlayer: AudioObject {
  package var direction: AudioDirection { .output }

  package func pauseForSession() -> Bool {
    let wasPlaying = state.withLock { state in
      defer { state.isPlaying = false }
      return state.isPlaying
    }
    if wasPlaying { playback.pause() }
    return wasPlaying
  }

  package func interruptionBegan() { delegate?.audioPlayerBeginInterruption(self) }

  package func interruptionEnded(_ options: AVAudioSession.InterruptionOptions) {
    delegate?.audioPlayerEndInterruption(self, withOptions: Int(options.rawValue))
  }

  package func setSessionGain(_ gain: Double, over time: Duration) {
    playback.setSessionGain(gain, over: time)
  }

  package func orphan() {
    state.withLock { $0.isOrphaned = true }
    playback.stop()
  }
}
