import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R44: why a route changed, where nobody says.
struct RouteReasonTests {
  /// Capital letters are built in, S the loudspeaker and R the receiver; all others aren't.
  private static func ports(_ identifiers: String) -> [Port] {
    let types: [Character: String] = ["S": "Speaker", "R": "Receiver", "m": "MicrophoneBuiltIn"]
    return identifiers.map { identifier in
      // The same number says nothing about ports of two types.
      let isBuiltIn = identifier.isUppercase
      return Port(
        portType: types[identifier] ?? "LineOut",
        name: "port",
        portID: isBuiltIn ? "0" : String(identifier)
      )
    }
  }

  private static let cases: [(from: String, to: String, reason: RouteChangeReason?)] = [
    ("|", "|a", .newDeviceAvailable),
    ("|a", "|b", .oldDeviceUnavailable),
    ("|a", "|", .oldDeviceUnavailable),
    ("|a", "|ab", .newDeviceAvailable),
    ("|ab", "|a", .oldDeviceUnavailable),
    ("|ab", "|ba", .routeConfigurationChange),
    ("|a", "m|a", .newDeviceAvailable),
    ("m|a", "|a", .routeConfigurationChange),
    ("m|a", "m|a", nil),
    ("|S", "|a", .newDeviceAvailable),
    ("|R", "|a", .newDeviceAvailable),
    ("|S", "|R", .newDeviceAvailable),
    ("|S", "|", .oldDeviceUnavailable),
    ("|Sa", "|a", .oldDeviceUnavailable),
    ("|Sa", "|b", .oldDeviceUnavailable),
    ("|a", "|S", .oldDeviceUnavailable),
  ]

  @Test func `R44: a port that is gone comes first, but for one that is built in and gave way`() {
    func route(_ text: String) -> RouteObject {
      let halves = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return RouteObject(
        inputs: RouteReasonTests.ports(halves[0]),
        outputs: RouteReasonTests.ports(halves[1])
      )
    }
    let seen = RouteReasonTests.cases.map { route($0.to).reason(after: route($0.from)) }
    #expect(seen == RouteReasonTests.cases.map(\.reason))
  }
}
