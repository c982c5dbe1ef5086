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
    for package in [made.path, made.agentPath] {
      #expect(try Checkout.run(["dpkg-deb", "-x", package, folder.path]) == (0, ""))
    }
    let programs = folder.path(of: "usr/bin")
    let list = try LongList(of: 8000, in: "\(programs)/audiosessiond")
    #expect(try list.exitStatus(ofAgent: "\(programs)/audiosession-agent") == 0)
  }
}
