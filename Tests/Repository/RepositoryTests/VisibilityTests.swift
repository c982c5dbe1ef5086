import Testing

/// Walls between files: a name that no other file uses is hidden from them.
struct VisibilityTests {
  @Test func `nothing is visible that only its own file needs`() throws {
    let found = try SourceTree().needlesslyVisible()
    #expect(found == [])
  }
}
