import AudioSessionTypes
import Testing

@testable import audiosession_agent

/// When a change of route is reported, and when it turns out to be none.
@Suite struct RouteReporterTests {
  private static let second = Duration.seconds(1)
  private static let moment = Duration.milliseconds(250)

  private let onUSB = GraphState([.speaker, .usb], "usb")
  private let onSpeaker = GraphState([.speaker, .usb], "pci")
  private let withoutUSB = GraphState([.speaker], "pci")
  private let onHeadset = GraphState([.speaker, .a2dp], "a2dp")
  private let whileItSwitches = GraphState([.speaker], "pci", cards: ["blue"])

  /// A reporter that has told of one state.
  private func reporter(_ first: GraphState) -> RouteReporter {
    var reporter = RouteReporter()
    let report = reporter.report(on: first.endpoints, at: .zero)
    #expect(report == RouteReport(route: first.endpoints.currentRoute))
    #expect(reporter.deadline == nil)
    return reporter
  }

  @Test func `a loss is reported at once`() {
    var reporter = reporter(onUSB)
    let report = reporter.report(on: withoutUSB.endpoints, at: .seconds(9))
    let route = withoutUSB.endpoints.currentRoute
    #expect(report == RouteReport(route: route, reason: .oldDeviceUnavailable))
    #expect(reporter.deadline == nil)
  }

  @Test func `a sink chosen instead of a card's: reported as an override after a moment`() {
    var reporter = reporter(onUSB)
    #expect(reporter.report(on: onSpeaker.endpoints, at: .seconds(9)) == nil)
    let end = .seconds(9) + RouteReporterTests.moment
    #expect(reporter.deadline == end)
    let report = reporter.report(on: onSpeaker.endpoints, at: end)
    #expect(report?.reason == .override)
    #expect(reporter.deadline == nil)
    #expect(reporter.report(on: onSpeaker.endpoints, at: .seconds(20)) == nil)
  }

  @Test func `in place of a sink without a card it is reported at once`() {
    var reporter = reporter(GraphState([.software, .usb], "software"))
    let report = reporter.report(
      on: GraphState([.software, .usb], "usb").endpoints,
      at: .seconds(9)
    )
    #expect(report?.reason == .override)
  }

  @Test func `a changed sink whose card then disappears: reported as device unavailable`() {
    var reporter = reporter(onUSB)
    #expect(reporter.report(on: onSpeaker.endpoints, at: .seconds(9)) == nil)
    let report = reporter.report(on: withoutUSB.endpoints, at: .milliseconds(9100))
    #expect(report?.reason == .oldDeviceUnavailable)
  }

  @Test func `a headset whose profile is switched comes back`() {
    var reporter = reporter(onHeadset)
    #expect(reporter.report(on: whileItSwitches.endpoints, at: .seconds(9)) == nil)
    #expect(reporter.deadline == .seconds(10))
    #expect(reporter.report(on: onHeadset.endpoints, at: .milliseconds(9900)) == nil)
    #expect(reporter.deadline == nil)
    // The next time counts anew.
    #expect(reporter.report(on: whileItSwitches.endpoints, at: .seconds(20)) == nil)
    #expect(reporter.deadline == .seconds(21))
    let hfp = GraphState.Sink("hfp", "blue", "headset", isBluetooth: true)
    let other = GraphState([.speaker, hfp], "hfp").endpoints
    let report = reporter.report(on: other, at: .milliseconds(20_400))
    #expect(report?.reason == .routeConfigurationChange)
  }

  @Test func `a headset that doesn't come back isn't lost while its card is there`() {
    var reporter = reporter(onHeadset)
    #expect(reporter.report(on: whileItSwitches.endpoints, at: .seconds(9)) == nil)
    let report = reporter.report(on: whileItSwitches.endpoints, at: .seconds(10))
    #expect(report?.reason == .override)
  }

  @Test func `after a session manager's restart the former output may take its time`() {
    var reporter = reporter(onUSB)
    reporter.noteAbsence()
    #expect(reporter.report(on: withoutUSB.endpoints, at: .seconds(9)) == nil)
    #expect(reporter.deadline == .seconds(12))
    #expect(reporter.report(on: onSpeaker.endpoints, at: .seconds(10)) == nil)
    #expect(reporter.report(on: onUSB.endpoints, at: .seconds(11)) == nil)
    // Now it is complete: the next loss is one.
    let report = reporter.report(on: withoutUSB.endpoints, at: .seconds(20))
    #expect(report?.reason == .oldDeviceUnavailable)
  }

  @Test func `a device missing after a session manager's restart: reported as lost`() {
    var reporter = reporter(onUSB)
    reporter.noteAbsence()
    #expect(reporter.report(on: withoutUSB.endpoints, at: .seconds(9)) == nil)
    let report = reporter.report(on: withoutUSB.endpoints, at: .seconds(12))
    #expect(report?.reason == .oldDeviceUnavailable)
  }

  @Test func `a port that was filled after its report can be pulled out`() {
    let empty = ["pci": ["headphones"]]
    var reporter = reporter(GraphState([.headphones], "pci", empty: empty))
    let filled = GraphState([.headphones], "pci").endpoints
    #expect(reporter.report(on: filled, at: .seconds(9)) == nil)
    let pulled = GraphState([.speaker], "pci", empty: empty).endpoints
    let report = reporter.report(on: pulled, at: .seconds(10))
    #expect(report?.reason == .oldDeviceUnavailable)
  }
}
