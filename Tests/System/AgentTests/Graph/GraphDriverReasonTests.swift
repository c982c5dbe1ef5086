import AudioSessionTypes
import AudioSessionWire
import Glibc
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// Why the route changes (R44), as PipeWire and WirePlumber show it.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverReasonTests {
  private static let twoSinks = {
    var layout = Layout()
    layout.sinks = ["speaker", "kitchen"]
    return layout
  }()

  @Test func `choosing another output is no loss, and neither is one that takes over`() throws {
    let stage = try HeadlessGraph(GraphDriverReasonTests.twoSinks)
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput("speaker", nil)
    try stage.createSink("headphones", priority: 3000)
    try driver.awaitOutput("headphones", .newDeviceAvailable)
    try stage.chooseSink("kitchen")
    try driver.awaitOutput("kitchen", .override)
    try stage.chooseSink("speaker")
    try driver.awaitOutput("speaker", .override)
    #expect(driver.reports.count == 4)
  }

  @Test func `a sink that is destroyed is lost`() throws {
    let stage = try HeadlessGraph(GraphDriverReasonTests.twoSinks)
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput("speaker", nil)
    try stage.destroy("speaker")
    try driver.wait(for: "the next output") {
      driver.routes.last?.outputs.first?.portID == "kitchen"
    }
    // What takes its place is told with it or, most times, after it.
    let reasons = driver.reports.dropFirst().map(\.reason)
    #expect(reasons.prefix(1) == [.oldDeviceUnavailable])
    #expect(reasons.dropFirst().allSatisfy { $0 == .newDeviceAvailable })
  }

  @Test func `leaving the dummy output is no loss`() throws {
    var layout = Layout()
    layout.sinks = ["auto_null"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput(nil, nil)
    try stage.createSink("speaker", priority: 3000)
    try driver.awaitOutput("speaker", .newDeviceAvailable)
    try stage.destroy("auto_null")
    // This one is lost, and the dummy takes its place.
    try stage.createSink("auto_null", priority: 100)
    try stage.destroy("speaker")
    try driver.awaitOutput(nil, .oldDeviceUnavailable)
    #expect(driver.reports.count == 3)
  }

  @Test func `headphones that are pulled out are lost, and so is a card`() throws {
    let stage = try HeadlessGraph()
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput("speaker", nil)
    let card = try stage.plugIn("card")
    try driver.awaitOutput("card:speaker", .newDeviceAvailable)
    #expect(driver.routes.last?.outputs.first?.portType == "Speaker")
    try card.send("plug")
    try driver.awaitOutput("card:headphones", .newDeviceAvailable)
    try card.send("unplug")
    try driver.awaitOutput("card:speaker", .oldDeviceUnavailable)
    try stage.chooseSink("speaker")
    try driver.awaitOutput("speaker", .override)
    try stage.chooseSink("card")
    try driver.awaitOutput("card:speaker", .override)
    let count = driver.reports.count
    try card.kill()
    try driver.wait(for: "the loss of the card") { driver.reports.count > count }
    #expect(driver.reports[count].reason == .oldDeviceUnavailable)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a session manager's restart that takes along the sinks is no loss`(signal: CInt) throws {
    var layout = GraphDriverReasonTests.twoSinks
    layout.wirePlumberOwnsSinks = true
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput("speaker", nil)
    try stage.kill(.wirePlumber, signal)
    try driver.wait(for: "no default") { !driver.graph.endpoints.isDefaultKnown }
    try stage.start(.wirePlumber)
    try stage.awaitDefaultSink()
    try driver.wait(for: "a route that is told") {
      driver.graph.endpoints.isDefaultKnown && driver.graph.deadline == nil
        && driver.graph.route == .seen
    }
    #expect(driver.reports.count == 1)
  }

  @Test func `a sink that a restart doesn't bring back is lost`() throws {
    var layout = GraphDriverReasonTests.twoSinks
    layout.wirePlumberOwnsSinks = true
    let stage = try HeadlessGraph(layout)
    try stage.createSink("headphones", priority: 3000)
    let driver = try GraphDriver(in: stage)
    try driver.awaitOutput("headphones", nil)
    try stage.kill(.wirePlumber)
    try stage.destroy("headphones")
    try stage.start(.wirePlumber)
    try driver.awaitOutput("speaker", .oldDeviceUnavailable)
    #expect(driver.reports.count == 2)
  }
}

extension GraphDriver {
  /// Runs the loop until the last report is of a sink by that name, and requires its reason.
  fileprivate func awaitOutput(_ name: String?, _ reason: RouteChangeReason?) throws {
    try wait(for: "the output \(name ?? "none")") {
      reports.last.map { $0.route.outputs.first?.portID == name } == true
    }
    #expect(reports.last?.reason == reason)
  }
}
