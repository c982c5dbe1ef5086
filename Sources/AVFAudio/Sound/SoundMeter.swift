import AudioSessionMedia
import Synchronization

/// How loud the channels of a player or a recorder were when that was measured last.
final class SoundMeter: Sendable {
  /// dBFS.
  private static let silence: Float = -160

  private let state = Mutex<(isEnabled: Bool, levels: [Levels])>((false, []))

  /// Whether it measures.
  var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Measures, if it is enabled.
  ///
  /// - Parameters:
  ///   - channels: How many there are.
  ///   - measure: The level of a channel; nil if nothing is heard of it.
  func update(_ channels: Int, _ measure: (Int) -> Levels?) {
    let levels = isEnabled ? (0..<channels).compactMap(measure) : []
    state.withLock { $0.levels = levels }
  }

  /// What was measured of a channel, −160…0 dBFS.
  func level(_ kind: KeyPath<Levels, Double>, of channel: Int) -> Float {
    let levels = state.withLock { $0.levels }
    guard levels.indices.contains(channel) else { return SoundMeter.silence }
    return max(SoundMeter.silence, Float(levels[channel][keyPath: kind]))
  }
}
