/// A stream's `media.role` in PipeWire's spelling.
enum MediaRoles {
  /// The roles as PulseAudio clients spell them.
  ///
  /// pipewire-pulse maps them alike, but not those that a client sets later, and other ways into
  /// PipeWire map none.
  private static let byPulseAudio = [
    "video": "Movie",
    "music": "Music",
    "game": "Game",
    "event": "Notification",
    "phone": "Communication",
    "animation": "Movie",
    "production": "Production",
    "a11y": "Accessibility",
    "test": "Test",
  ]

  /// The role in PipeWire's spelling; an unknown word is kept, an empty one is no role.
  static func normalized(_ role: String?) -> String? {
    guard let role, !role.isEmpty else { return nil }
    return byPulseAudio[role] ?? role
  }
}
