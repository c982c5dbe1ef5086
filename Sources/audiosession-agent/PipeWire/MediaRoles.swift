/// A stream's `media.role` in PipeWire's spelling.
enum MediaRoles {
  /// What PulseAudio clients call the roles; pipewire-pulse maps the same words the same way, but not
  /// in what a client sets later, and other ways into PipeWire map nothing.
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

  /// The role as PipeWire spells it; a word that nobody maps stays as it is, an empty one is none.
  static func normalized(_ role: String?) -> String? {
    guard let role, !role.isEmpty else { return nil }
    return byPulseAudio[role] ?? role
  }
}
