import AudioSessionBus
import GraphTestSupport
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need a trait with which sd-bus comes, PipeWire or Players, and a dbus-daemon.
@Suite(
  .besideThePool(.players),
  .enabled(if: PrivateBus.isAvailable, "\(PrivateBus.reason)")
)
struct RealtimeKitTests {
  /// What is called and complained of when it asks: an actor on the bus has done as `line` says.
  private func ask(_ line: String) throws -> (calls: [String], complaints: [String]) {
    let bus = try PrivateBus()
    let actor = try BusActor(on: bus)
    try actor.perform(line)
    let complaints = Complaints()
    let realtimeKit = RealtimeKit(address: BusAddress(text: bus.address)) {
      complaints.sentences.append($0)
    }
    realtimeKit.ask(at: DriverLoop.now)
    #expect(realtimeKit.isAsked && realtimeKit.descriptor != nil)
    try DriverLoop.run(realtimeKit, until: "the answer") { !realtimeKit.isAsked }
    #expect(realtimeKit.descriptor == nil && realtimeKit.deadline == nil)
    return (try actor.takeCalls(), complaints.sentences)
  }

  @Test func `RealtimeKit: asked for the first thread, at a priority below PipeWire's`() throws {
    let (calls, complaints) = try ask("rtkit grant")
    #expect(calls == ["rtkit MakeThreadRealtime \(getpid()) 10"])
    #expect(complaints == [])
  }

  @Test func `a refusal is said, and nothing more is asked`() throws {
    let (calls, complaints) = try ask("rtkit refuse")
    #expect(calls.count == 1)
    #expect(complaints == ["\(RealtimeKit.lack): RealtimeKit: Operation not permitted"])
  }

  @Test func `where there is none, that is said`() throws {
    let (_, complaints) = try ask("nothing")
    #expect(complaints.count == 1)
    #expect(complaints[0].hasPrefix("\(RealtimeKit.lack): RealtimeKit: "), "\(complaints)")
  }

  @Test(.enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)"))
  func `an agent that may not take real time itself asks for it`() throws {
    let bus = try PrivateBus()
    let actor = try BusActor(on: bus)
    try actor.perform("rtkit grant")
    let agent = try Spawn.path(of: "audiosession-agent")
    let withoutRight = ["--inh-caps=-sys_nice", "--bounding-set=-sys_nice"]
    let program =
      getuid() == 0
      ? try bus.start("setpriv", withoutRight + [agent]) : try bus.start("audiosession-agent")
    // By exec(3): it is the same process.
    let call = try actor.nextCall()
    #expect(call.what == "MakeThreadRealtime \(program.pid) 10")
    try program.kill(SIGTERM)
  }

  @Test func `without a bus, that is said`() {
    let complaints = Complaints()
    let realtimeKit = RealtimeKit(address: BusAddress(text: "unix:path=/nowhere")) {
      complaints.sentences.append($0)
    }
    realtimeKit.ask(at: DriverLoop.now)
    #expect(!realtimeKit.isAsked)
    #expect(complaints.sentences.count == 1)
  }
}
