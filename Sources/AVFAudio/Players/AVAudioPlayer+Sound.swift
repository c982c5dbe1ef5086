import AudioSessionMedia
public import Foundation
import Synchronization

/// How it sounds, and how loud it is.
extension AVAudioPlayer {
  /// The volume, 0…1; 1 by default.
  public var volume: Float {
    get { state.withLock { $0.volume } }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// Changes the volume evenly over some time.
  ///
  /// - Parameters:
  ///   - volume: The new volume, 0…1.
  ///   - duration: How long that takes, in seconds.
  public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    let volume = volume.isFinite ? min(max(0, volume), 1) : 1
    state.withLock { $0.volume = volume }
    playback.setVolume(Double(volume), over: .seconds(duration.isFinite ? max(0, duration) : 0))
  }

  /// Where the sound is between two loudspeakers, -1 (left)…1 (right); 0 by default.
  ///
  /// It has no effect on a sound of more than two channels.
  public var pan: Float {
    get { state.withLock { $0.pan } }
    set {
      let pan = newValue.isFinite ? min(max(-1, newValue), 1) : 0
      state.withLock { $0.pan = pan }
      playback.setPan(Double(pan))
    }
  }

  /// Whether ``rate`` counts; on iOS it has to be set before ``prepareToPlay()``, here at any time.
  public var enableRate: Bool {
    get { state.withLock { $0.enableRate } }
    set {
      state.withLock { $0.enableRate = newValue }
      applyRate()
    }
  }

  /// How fast it plays, 0.5…2, 1 by default; the pitch is kept.
  public var rate: Float {
    get { state.withLock { $0.rate } }
    set {
      state.withLock { $0.rate = newValue.isFinite ? min(max(0.5, newValue), 2) : 1 }
      applyRate()
    }
  }

  private func applyRate() {
    playback.rate = state.withLock { $0.enableRate ? Double($0.rate) : 1 }
  }

  /// How often it is repeated, without a gap, 0 by default; below 0: until it is stopped.
  public var numberOfLoops: Int {
    get { state.withLock { $0.numberOfLoops } }
    set {
      state.withLock { $0.numberOfLoops = newValue }
      playback.setLoops(newValue)
    }
  }

  /// Whether ``updateMeters()`` measures; false by default.
  public var isMeteringEnabled: Bool {
    get { meter.isEnabled }
    set { meter.isEnabled = newValue }
  }

  /// Measures how loud the sound is, whatever the volume: the latest 50 ms.
  public func updateMeters() { meter.update(numberOfChannels, playback.levels) }

  /// Returns the mean power of a channel when ``updateMeters()`` was called.
  ///
  /// - Parameter channelNumber: The channel, from 0.
  /// - Returns: The power in dBFS, −160…0; −160 while it doesn't play.
  public func averagePower(forChannel channelNumber: Int) -> Float {
    meter.level(\.average, of: channelNumber)
  }

  /// Returns the loudest sample of a channel when ``updateMeters()`` was called.
  ///
  /// - Parameter channelNumber: The channel, from 0.
  /// - Returns: The power in dBFS, −160…0; −160 while it doesn't play.
  public func peakPower(forChannel channelNumber: Int) -> Float {
    meter.level(\.peak, of: channelNumber)
  }
}
