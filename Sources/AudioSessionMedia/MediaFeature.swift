import CAudioSessionGStreamer

/// Whether the package was built with players.
package enum MediaFeature {
  /// False without the trait `Players`.
  package static var isBuiltIn: Bool { audiosession_media_is_built_in() }
}
