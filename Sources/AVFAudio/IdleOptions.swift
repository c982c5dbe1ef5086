import AudioSessionTypes

/// Options that programs for iOS set where they have no effect.
///
/// The daemon refuses them there (R4), which would cost such a program its sound. They concern devices,
/// which the daemon doesn't control, or mixing in a category that doesn't mix, and are left out before
/// a request is made. An option that iOS itself refuses isn't here, such as `allowBluetoothHFP` for
/// `playback`.
struct IdleOptions {
  let options: AudioSessionTypes.CategoryOptions
  let categories: [AudioSessionTypes.Category]
  /// The mode in which they do have an effect.
  var exceptedMode: AudioSessionTypes.Mode?
  /// The options beside which they are left, to have an effect or to be refused together.
  var exceptedOptions: AudioSessionTypes.CategoryOptions = []

  static let table: [IdleOptions] = [
    IdleOptions(
      options: .defaultToSpeaker,
      categories: [.ambient, .soloAmbient, .playback, .record, .multiRoute]
    ),
    IdleOptions(
      options: [.allowBluetoothHFP, .allowBluetoothA2DP],
      categories: [.multiRoute],
      exceptedMode: .dualRoute
    ),
    IdleOptions(options: [.allowBluetoothA2DP, .allowAirPlay], categories: [.record]),
    IdleOptions(
      options: .mixWithOthers,
      categories: [.record],
      exceptedOptions: [.duckOthers, .interruptSpokenAudioAndMixWithOthers]
    ),
  ]

  /// The options without those that have no effect.
  static func removed(
    from options: AudioSessionTypes.CategoryOptions,
    in category: AudioSessionTypes.Category,
    _ mode: AudioSessionTypes.Mode
  ) -> AudioSessionTypes.CategoryOptions {
    table.reduce(into: options) { rest, row in
      guard row.categories.contains(category), row.exceptedMode != mode,
        options.isDisjoint(with: row.exceptedOptions.subtracting(row.options))
      else { return }
      rest.subtract(row.options)
    }
  }
}
