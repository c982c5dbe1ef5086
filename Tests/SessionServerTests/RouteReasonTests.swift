import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import SessionServer

/// R44: why a route changed, where nobody says.
struct RouteReasonTests {
  private static func ports(_ identifiers: String) -> [Port] {
    identifiers.map { Port(portType: "LineOut", name: "port", portID: String($0)) }
  }

  private static let cases: [(from: String, to: String, reason: RouteChangeReason)] = [
    ("", "|a", .newDeviceAvailable),
    ("|a", "|b", .oldDeviceUnavailable),
    ("|a", "|ab", .newDeviceAvailable),
    ("|ab", "|a", .oldDeviceUnavailable),
    ("|ab", "|ba", .routeConfigurationChange),
    ("|a", "m|a", .newDeviceAvailable),
    ("m|a", "|a", .routeConfigurationChange),
    ("m|a", "m|a", .routeConfigurationChange),
  ]

  @Test func `R44: a port that is gone comes first, then one that is new`() {
    func route(_ text: String) -> Route {
      let halves = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return Route(
        inputs: RouteReasonTests.ports(halves.first ?? ""),
        outputs: RouteReasonTests.ports(halves.dropFirst().first ?? "")
      )
    }
    let seen = RouteReasonTests.cases.map { route($0.to).reason(after: route($0.from)) }
    #expect(seen == RouteReasonTests.cases.map(\.reason))
  }
}
