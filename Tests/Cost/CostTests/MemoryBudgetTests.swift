import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// Many users at every limit at once, in a cgroup with as much memory as the service has.
@Suite(
  .disabled(if: ServiceInGroup.lack != nil, Comment(rawValue: ServiceInGroup.lack ?? "")),
  .serialized,
  .besideThePool(.costs),
  .timeLimit(.minutes(15))
)
struct MemoryBudgetTests {
  @Test func `the daemon survives sixteen users at every limit, and serves a bystander`() throws {
    let service = try ServiceInGroup()
    let users: [UInt32] = [4242, 4243]
    let processes = try users.map { try ClientProcess(user: $0, group: $0) }
    let bystander = try processes[0].connect(to: service.socketPath)
    let crowd = try Crowd(at: service.socketPath)
    #expect(try crowd.word() == "ready")
    let navigation = try processes[1].connect(to: service.socketPath)
    let ducking: JSONValue = ["category": "playback", "options": ["duckOthers"]]
    let session = try navigation.granted("session.open", ducking)["session"] ?? .null
    // Each prompt lowers 16,000 sessions, and each enforcer is told.
    func prompt() throws {
      try navigation.granted("session.activate", ["session": session])
      try navigation.granted("session.deactivate", ["session": session])
    }
    try prompt()
    try crowd.goOn()
    while !crowd.hasWord {
      try prompt()
      try bystander.granted("server.status")
    }
    #expect(try crowd.word() == "full")
    try prompt()
    try bystander.granted("server.status")
    let peak = try service.group.peak()
    print("sixteen users at every limit: the daemon takes \(peak >> 20) MiB at most")
    try crowd.leave()
    try Condition.wait("the crowd's sessions to end") {
      try bystander.granted("server.status")["counts"]?["sessions"] == 1
    }
    try Condition.wait("freed memory to be the system's again") {
      try service.group.usage() < peak / 2
    }
  }
}
