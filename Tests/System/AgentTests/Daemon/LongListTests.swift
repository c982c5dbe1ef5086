import TestSupport
import TestTraits
import Testing

/// An agent that meets very many sessions when it starts.
@Suite(.tags(.process))
struct LongListTests {
  @Test func `the agent outlives it, keeps its priority, and has the memory back soon`() throws {
    #expect(try LongList(of: 3000).exitStatus() == 0)
  }
}
