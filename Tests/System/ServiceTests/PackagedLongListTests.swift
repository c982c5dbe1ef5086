import TestSupport
import TestTraits
import Testing

/// The agent as it is packaged, when it meets very many sessions.
@Suite(
  .disabled(if: AgentLife.lack != nil, Comment(rawValue: AgentLife.lack ?? "")),
  .tags(.process)
)
struct PackagedLongListTests {
  @Test func `the agent outlives it, keeps its priority, and has the memory back soon`() throws {
    let folder = try TemporaryDirectory()
    let made = try DebianPackage.made.get()
    let list = try LongList(of: 8000, in: made.unpack("audiosessiond", into: folder))
    let agent = try made.unpack("audiosession-agent", into: folder)
    #expect(try list.exitStatus(ofAgent: agent) == 0)
  }
}
