import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosession_agent

/// What is sent to the daemon of a changed machine.
@Suite struct SystemReportsTests {
  @Test func `a reason is sent where a route was told before in the same conversation`() throws {
    let speaker = RouteObject(outputs: [Port(portType: "Speaker", name: "Speaker", portID: "0")])
    var before = SystemReports()
    before.route = RouteReport(route: speaker)
    var now = before
    now.route = RouteReport(route: RouteObject(), reason: .oldDeviceUnavailable)
    let request = try #require(now.requests(since: before).first)
    #expect(request.method == .systemSetRoute)
    #expect(request.parameters["reason"] == "oldDeviceUnavailable")
    #expect(now.requests(since: now).isEmpty)

    // A daemon that has just been found hears of no change.
    let first = try #require(now.requests(since: SystemReports()).first)
    #expect(first.parameters["reason"] == nil)
    #expect(first.parameters["outputs"] == [])
  }
}
