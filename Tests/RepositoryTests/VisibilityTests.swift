import Testing

/// Walls between files: a name that no other file uses is hidden from them.
struct VisibilityTests {
  /// The targets that are held to it.
  private static let targets = [
    "AVFAudio", "AudioSession", "AudioSessionClient", "AudioSessionSystem", "AudioSessionTypes",
    "ConfigurationFile", "Enforcement", "EventLoop", "audiosession-agent", "audiosessionctl",
  ]

  @Test func `nothing is visible that only its own file needs`() throws {
    let found = try SourceTree().needlesslyVisible()
    #expect(found.filter { place in Self.targets.contains { place.contains("/\($0)/") } } == [])
  }
}
