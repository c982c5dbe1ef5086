import AudioSessionMedia

/// Levels as they are shown to programs.
enum SoundLevel {
  /// dBFS.
  static let silence: Float = -160

  /// The level of a channel, −160…0 dBFS.
  static func shown(_ levels: [Levels], _ channel: Int, _ kind: KeyPath<Levels, Double>) -> Float {
    guard levels.indices.contains(channel) else { return silence }
    return max(silence, Float(levels[channel][keyPath: kind]))
  }
}
