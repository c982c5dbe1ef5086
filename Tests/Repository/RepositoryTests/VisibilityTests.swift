import Testing

/// Walls between files: a name that no other file uses is hidden from them.
struct VisibilityTests {
  @Test func `declarations that only their own file uses: not visible to other files`() throws {
    let found = try SourceTree().needlesslyVisible()
    #expect(found == [])
  }
}
